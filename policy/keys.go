package policy

// keyType says what a key takes.
type keyType uint8

const (
	texts    keyType = iota + 1 // list of strings
	text                        // string
	count                       // integer from 0
	positive                    // integer from 1
	flag                        // true or false
	table                       // table
	tables                      // list of tables
	anything                    // a published key that this gate has no use for
)

// keyTypes says what the keys of a table take. Each is a short list, which is
// searched for the keys that a policy has.
type keyTypes []struct {
	key   string
	takes keyType
}

// of returns what a key takes; 0 for one that is not in the list.
func (k keyTypes) of(key string) keyType {
	for _, known := range k {
		if known.key == key {
			return known.takes
		}
	}
	return 0
}

var topKeys = keyTypes{
	{"allow", texts},
	{"deny", texts},
	{"deny_globs", texts},
	{"task", table},
	{"runtime", table},
	{"log", table},
	{"store", table},
	{"refs", table},
	{"op", table},
	{"rule", tables},
}

var taskKeys = keyTypes{
	{"default_workers", positive},
	{"max_workers", count},
	{"max_tasks", count},
	{"max_queue", count},
	{"max_steps_per_task", count},
	{"max_time_ms_per_task", count},
}

var runtimeKeys = keyTypes{
	{"max_effect_ops", count},
	{"max_payload_bytes_per_op", count},
	{"max_payload_bytes_per_run", count},
	{"max_response_bytes_per_op", count},
	{"max_response_bytes_per_run", count},
}

var logKeys = keyTypes{
	{"inline_max_bytes", count}, {"store_dir", text}, {"max_artifact_bytes_per_run", count},
}

// storeKeys has the local store alone: a remote one is not something that this
// gate could keep its word about.
var storeKeys = keyTypes{{"dir", text}, {"max_run_bytes", count}}

var refsKeys = keyTypes{{"path", text}}

// opKeys are the keys of the tables of the contract's ops. The first group is
// published, the second is ours.
var opKeys = keyTypes{
	{"base_dir", text},
	{"create_dirs", flag},
	{"timeout_ms", positive},
	{"max_bytes", count},
	{"log_inline_max_bytes", count},
	{"bridge_cmd", text},
	{"bridge_args", texts},
	{"bridge_transport", text},
	{"bridge_cmd_sha256", text},
	{"allow_plugins", texts},
	{"allow_commands", texts},
	{"allow_schema_ids", texts},

	{"dialog_roots", texts},
	{"watch_roots", texts},
	{"watch_globs", texts},
	{"deny_globs", texts},
	{"allow_task_kinds", texts},
	{"env_allow", texts},
	{"max_calls", count},
	{"when", table},
	{"workspace_roots", texts},
	{"unsafe_exec", flag},
	{"deny_plugins", texts},
	{"deny_commands", texts},
	{"deny_schema_ids", texts},
}

// foreignKeys are the published keys of ops of other families. Such a policy
// can be shared with other hosts; here those ops are denied whatever it says.
var foreignKeys = keyTypes{
	{"first_party_profile", anything},
	{"gpu_backend", anything},
	{"gpu_backend_policy", anything},
	{"bridge_cmd_allowlist", anything},
	{"wasi_bridge_profile", anything},
	{"wasi_bridge_response", anything},
	{"wasi_bridge_response_file", anything},
	{"wasi_network_profile", anything},
	{"remote_allow", anything},
	{"url_allow", anything},
	{"allow_http", anything},
	{"allow_bind_hosts", anything},
	{"allow_bind_ports", anything},
	{"max_request_bytes", anything},
	{"db_target_allow", anything},
	{"allow_query_classes", anything},
	{"max_row_count", anything},
	{"max_result_bytes", anything},
	{"max_value_bytes", anything},
	{"allow_programs", anything},
	{"auth_token", anything},
	{"auth_token_env", anything},
	{"mtls_ca_pem", anything},
	{"mtls_identity_pem", anything},
}

var ruleKeys = keyTypes{{"effect", text}, {"ops", texts}, {"name", text}, {"when", table}}

// Conditions of rules that allow can only ask for the absence of taint, and
// those of rules that deny for its presence, so that more taint never allows
// more.
var (
	allowWhenKeys = keyTypes{{"untainted", texts}, {"trust_at_least", text}, {"reversibility", texts}}
	denyWhenKeys  = keyTypes{{"tainted", texts}, {"trust_below", text}, {"reversibility", texts}}
)

// Limits of a policy file. People write policies: what is longer is a mistake
// or an attack on the reader.
const (
	// MaxBytes is the longest source of a policy, in bytes.
	MaxBytes = 1 << 20
	// MaxEntries is the largest number of keys and tables in a policy: each is
	// compared with those before it, and a policy with a table for each op of a
	// large tool has some hundreds.
	MaxEntries = 10_000
	// MaxKeyParts is the largest number of parts that a dotted key has. No key of
	// a policy has more than three.
	MaxKeyParts = 16
	// MaxRules is the most ops and patterns that allow, deny and the rules name
	// together: Lint compares each with each.
	MaxRules = 4_096
	// MaxList is the most entries of any other list, and of one rule's ops.
	MaxList = 1_000
	// MaxText is the longest text of a value, in bytes.
	MaxText = 4_096
)
