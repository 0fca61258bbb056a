package policy

// protected are names that no request may name, whatever the policy allows: a
// file below them makes a tool run code later, outside any gate, or rewrites
// the history by which a change would be noticed.
var protected = []struct {
	glob string
	why  string
}{
	// Version-control internals. The second name is what an NTFS volume calls
	// the first in its short form.
	{".git", vcs},
	{"git~*", vcs},
	{".hg", vcs},
	{".svn", vcs},
	{".bzr", vcs},
	{".jj", vcs},
	{".pijul", vcs},
	{"_darcs", vcs},
	{"CVS", vcs},
	{".fslckout", vcs},
	{"_FOSSIL_", vcs},
	{".sl", vcs},
	{".gitmodules", vcs},
	{".gitattributes", vcs},
	{".gitconfig", vcs},
	// Hooks that version control or an editor runs.
	{".githooks", hooks},
	{".husky", hooks},
	{".pre-commit-config.yaml", hooks},
	// One tool reads its file under several names, with a dot or without, in any of
	// its formats, and a second one that is merged into it.
	{"lefthook.*", hooks},
	{"lefthook-local.*", hooks},
	{".lefthook*", hooks},
	{".overcommit.yml", hooks},
	{".git-hooks", hooks},
	{".simple-git-hooks.*", hooks},
	{"simple-git-hooks.*", hooks},
	{".huskyrc*", hooks},
	{"prek.toml", hooks},
	{".envrc", hooks},
	{"**/.vscode/tasks.json", hooks},
	// Files that tell a CI system what to run.
	{"**/.github/workflows", ci},
	{"**/.github/actions", ci},
	{"**/.forgejo/workflows", ci},
	{"**/.gitea/workflows", ci},
	{".gitlab-ci.yml", ci},
	{".gitlab-ci.yaml", ci},
	{".circleci", ci},
	{".buildkite", ci},
	{".woodpecker*", ci},
	{".drone.*", ci},
	{".travis.yml", ci},
	{"Jenkinsfile", ci},
	{"azure-pipelines.y*ml", ci},
	{"bitbucket-pipelines.y*ml", ci},
	{"appveyor.yml", ci},
	{".appveyor.yml", ci},
	{".cirrus.*", ci},
	{".build.yml", ci},
	{".builds", ci},
	{".semaphore", ci},
	{".teamcity", ci},
	{".tekton", ci},
}

const (
	vcs   = "version-control internals"
	hooks = "hooks"
	ci    = "CI configuration"
)

// protectedGlobs returns the built-in deny globs.
func protectedGlobs() []glob {
	out := make([]glob, 0, len(protected))
	for _, p := range protected {
		g, ok := parseGlob(p.glob)
		if !ok {
			continue // a test holds that there is none
		}
		g = denyGlob(g)
		g.origin = &origin{rule: "built-in: " + p.why}
		out = append(out, g)
	}
	return out
}
