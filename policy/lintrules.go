package policy

// The rules of Lint.
var (
	ruleNeverMatches = LintRule{
		"policy/never-matches", Warning, "a rule can never match",
		"A rule that names no op of the contract, whose condition no request can meet, or whose ops are all denied without a condition does nothing. Often it is a typing error.",
	}
	ruleDenyNothing = LintRule{
		"policy/deny-nothing", Error, "a denial can never match",
		"Somebody meant to deny something, and it is not denied. Most often the op, the plugin or the glob is misspelled.",
	}
	ruleRedundant = LintRule{
		"policy/redundant", Note, "a rule is covered by another one",
		"Taking the narrow rule away would change nothing, which the next reader may not see.",
	}
	ruleTableMissing = LintRule{
		"policy/table-missing", Warning, "an op is allowed without what it needs",
		"The contract wants dialog roots, watch roots and globs, task kinds and plugins to be constrained. Without the key every request of the op is denied.",
	}
	ruleTableUnused = LintRule{
		"policy/table-unused", Warning, "an op table that nothing allows",
		"The table limits an op that no rule allows. Either the rule is missing or the table is left over.",
	}
	ruleKeyUnused = LintRule{
		"policy/key-unused", Warning, "a key that the op has no use for",
		"A limit that is written down and not applied reads like one that is.",
	}
	ruleWildcard = LintRule{
		"policy/wildcard", Warning, "a wildcard widens what is allowed",
		"A wildcard also allows what is added later. Name what is meant.",
	}
	ruleWideRoot = LintRule{
		"policy/wide-root", Warning, "a root is the whole file system",
		"A root of / constrains nothing but the deny globs.",
	}
	ruleUnpinned = LintRule{
		"policy/bridge-unpinned", Warning, "a bridge without a hash pin",
		"Whoever can replace the program decides what it does. Pin it with bridge_cmd_sha256.",
	}
	ruleBridgeMissing = LintRule{
		"policy/bridge-missing", Warning, "an op that needs a bridge has none",
		"Plugins and task kinds that the contract does not describe are carried out by a bridge alone, and so are those that build and test, as obligations of a patch: the patch is undone. Each op has a bridge of its own.",
	}
	ruleStoreMissing = LintRule{
		"policy/store-missing", Note, "the policy names no store, and an op needs one",
		"Patches keep undo records in a folder, and sessions of agents are stored in one. A host that is given no other refuses these requests.",
	}
	ruleBridgePath = LintRule{
		"policy/bridge-path", Warning, "a bridge that is not under base_dir",
		"The contract wants an executable path under the base_dir of the op; a host refuses to run another one.",
	}
	ruleRootMissing = LintRule{
		"policy/root-missing", Warning, "a root does not exist",
		"Nothing can be opened below it, or something else is put there later.",
	}
	ruleRootSymlink = LintRule{
		"policy/root-symlink", Warning, "a root is or lies behind a symbolic link",
		"Paths are judged as text: the link can be turned elsewhere, and what it leads to has another name. Write the real path.",
	}
	ruleGlobNothing = LintRule{
		"policy/glob-nothing", Note, "a glob matches nothing below the roots",
		"It may be for files that come later, or be misspelled.",
	}
)

// LintRules returns the rules of Lint, in a fixed order.
func LintRules() []LintRule {
	return []LintRule{
		ruleNeverMatches, ruleDenyNothing, ruleRedundant, ruleTableMissing, ruleTableUnused, ruleKeyUnused,
		ruleWildcard, ruleWideRoot, ruleUnpinned, ruleBridgeMissing, ruleBridgePath, ruleStoreMissing,
		ruleRootMissing, ruleRootSymlink, ruleGlobNothing,
	}
}
