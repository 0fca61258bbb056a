package agent

import (
	"github.com/ringfence/ringfence/policy/coreform"
)

// SessionKind is the kind of the artifact of a session.
const SessionKind = "genesis/editor-agent-session-v0.2"

// Store takes artifacts and names them by the hash of their content.
type Store interface {
	Put(content []byte) (name string, err error)
}

// Session makes the artifact of {:agent :events :evidence :patches}: the agent is a
// string or a symbol, the others are vectors of anything. The artifact is
//
//	{:kind genesis/editor-agent-session-v0.2
//	 :session {:agent :events :evidence :kind :editor/agent-session :patches}
//	 :session-h the published hash of :session, in hexadecimal
//	 :v 1}
//
// The error has CodePayload.
func Session(payload coreform.Term) (coreform.Term, error) {
	if payload.Kind() != coreform.KindMap || payload.Len() != 4 {
		return coreform.Term{}, fail(CodePayload, "", "the payload is a map of :agent, :events, :evidence and :patches")
	}
	agent, _ := payload.Lookup(":agent")
	if k := agent.Kind(); k != coreform.KindStr && k != coreform.KindSymbol {
		return coreform.Term{}, fail(CodePayload, "/:agent", "the key takes a string or a symbol")
	}
	session := []any{":agent", agent, ":kind", coreform.Sym(":editor/agent-session")}
	for _, key := range []string{":events", ":evidence", ":patches"} {
		list, _ := payload.Lookup(key)
		if list.Kind() != coreform.KindVector {
			return coreform.Term{}, fail(CodePayload, "/"+key, "the key takes a vector")
		}
		session = append(session, key, list)
	}
	s := fields(session...)
	out := fields(":kind", coreform.Sym(SessionKind), ":session", s, ":session-h", hash(s), ":v", coreform.Int(1))
	// Two levels more than the payload can be too deep.
	return out, out.Err()
}

// StoreSession stores the artifact of a session, as its canonical print,
// and answers {:artifact :kind :ok :session-h}. The error has
// CodePayload, or is that of the store.
func StoreSession(s Store, payload coreform.Term) (coreform.Term, error) {
	artifact, err := Session(payload)
	if err != nil {
		return coreform.Term{}, err
	}
	name, err := s.Put(artifact.Append(nil))
	if err != nil {
		return coreform.Term{}, err
	}
	h, _ := artifact.Lookup(":session-h")
	return fields(":artifact", coreform.Str(name), ":kind", coreform.Sym(SessionKind), ":ok", coreform.Bool(true), ":session-h", h), nil
}
