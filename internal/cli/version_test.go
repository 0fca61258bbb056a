package cli

import (
	"runtime/debug"
	"testing"

	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/internal/release"
)

// What version prints is what package contract reads.
func TestContractsOfVersion(t *testing.T) {
	if want := contract.Version01 + ", " + contract.Version02; release.Contracts != want {
		t.Errorf("contracts %q, want %q", release.Contracts, want)
	}
}

func TestVersionOf(t *testing.T) {
	build := func(version string, settings ...string) *debug.BuildInfo {
		info := &debug.BuildInfo{Main: debug.Module{Version: version}}
		for i := 0; i < len(settings); i += 2 {
			info.Settings = append(info.Settings, debug.BuildSetting{Key: settings[i], Value: settings[i+1]})
		}
		return info
	}
	const revision = "0123456789abcdef0123456789abcdef01234567"
	for _, tc := range []struct {
		info *debug.BuildInfo
		want string
	}{
		{nil, "devel"},
		{build(""), "devel"},
		{build("(devel)"), "devel"},
		{build("v0.1.0"), "v0.1.0"},
		{build("v0.1.0", "vcs.revision", revision), "v0.1.0"},
		{build("(devel)", "vcs.revision", revision, "vcs.modified", "false"), "devel (revision 0123456789ab)"},
		{build("(devel)", "vcs.modified", "true", "vcs.revision", revision), "devel (revision 0123456789ab, with changes)"},
		{build("(devel)", "vcs.revision", "77"), "devel (revision 77)"},
		{build("(devel)", "vcs.modified", "true"), "devel"},
	} {
		if got := versionOf(tc.info); got != tc.want {
			t.Errorf("version %q, want %q", got, tc.want)
		}
	}
}
