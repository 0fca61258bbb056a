package cli

import (
	"bytes"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

// secretFlag declares --secret-file.
func secretFlag(fs *pflag.FlagSet) *string {
	return fs.String("secret-file", "", "`FILE` with the secret that signs stored states")
}

// secret reads the secret, without a line end that an editor put there; nil
// when no file was named.
func (inv *invocation) secret(path string) ([]byte, error) {
	if path == "" {
		return nil, nil
	}
	body, err := inv.read(path, 4<<10)
	if err != nil {
		return nil, nameFile(path, err)
	}
	s := bytes.TrimRight(body, "\r\n")
	if len(s) < contract.MinSecret {
		return nil, nameFile(path, &ringfence.Error{
			Code: contract.CodeSecret, Message: "the secret is shorter than " + strconv.Itoa(contract.MinSecret) + " bytes",
			Offset: ringfence.NoOffset, Hint: "make one with: openssl rand -hex 32",
		})
	}
	return s, nil
}

// ui reads the windows of a turn from an ask body or a stored state, told apart
// by shape; nil when an ask body has no ui.
func (inv *invocation) ui(path, secretPath string, limit int) (*contract.UI, error) {
	body, err := inv.read(path, limit)
	if err != nil {
		return nil, nameFile(path, err)
	}
	ui, err := inv.parseUI(body, secretPath, contract.Limits{Bytes: limit})
	if err != nil {
		return nil, nameBody(path, body, err)
	}
	return ui, nil
}

func (inv *invocation) parseUI(body []byte, secretPath string, limits contract.Limits) (*contract.UI, error) {
	if contract.ShapeOf(body) != contract.ShapeStored {
		if contract.ShapeOf(body) == contract.ShapeEditContext {
			return nil, shapeError("this is an edit context; windows are in ask bodies and stored states")
		}
		ask, err := limits.ParseAsk(body)
		if err != nil {
			return nil, err
		}
		return ask.UI, nil
	}
	secret, err := inv.secret(secretPath)
	if err != nil {
		return nil, err
	}
	if secret == nil {
		return nil, usageError("this is a stored state, and there is no secret to read it with", "name the file with the secret: --secret-file FILE")
	}
	return limits.ParseStored(body, secret)
}

func shapeError(message string) error {
	return &ringfence.Error{Code: contract.CodeShape, Message: message, Offset: ringfence.NoOffset}
}
