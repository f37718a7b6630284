package ratelimit

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"strings"

	"github.com/gomodule/redigo/redis"
)

// redisFault says in plain words why Redis is not used. Texts of the network and
// of the server are left out: they may contain addresses and names, and anybody
// can read /readyz.
func redisFault(err error) string {
	if reply, ok := errors.AsType[redis.Error](err); ok {
		return "Redis refuses calls: " + replyCode(reply.Error())
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return "the certificate of Redis is not valid"
	}
	if netErr, ok := errors.AsType[net.Error](err); ok && netErr.Timeout() ||
		errors.Is(err, context.DeadlineExceeded) {
		return "Redis does not answer"
	}
	return "Redis cannot be reached"
}

// replyCode returns the word with which a reply of an error begins, such as
// READONLY or WRONGPASS.
func replyCode(text string) string {
	code, _, _ := strings.Cut(text, " ")
	if code == "" || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return "ERR"
	}
	return code
}
