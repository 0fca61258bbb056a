package policy

// Keys returns all keys of policies that have a meaning here.
func Keys() []string {
	var out []string
	for _, keys := range []map[string]keyType{topKeys, taskKeys, runtimeKeys, logKeys, storeKeys, refsKeys, opKeys, ruleKeys, allowWhenKeys, denyWhenKeys} {
		for key, kind := range keys {
			if kind != table && kind != tables {
				out = append(out, key)
			}
		}
	}
	return append(out, "when")
}
