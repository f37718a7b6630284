package images

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// bucket keeps the files in a bucket of an object store that speaks the protocol of S3.
type bucket struct {
	client *minio.Client
	name   string
	prefix string // of the names in it
}

// attempts is how often a request is made: a caller waits for it.
const attempts = 2

// openBucket reads s3://id:secret@host/bucket/prefix?region=…, or s3+http:// for one without TLS. Its errors repeat no secret.
func openBucket(setting string) (files, error) {
	wrong := errors.New("not an address such as s3://id:secret@s3.eu-central-1.amazonaws.com/bucket/prefix?region=eu-central-1")
	u, err := url.Parse(setting)
	if err != nil || u.User == nil || u.Host == "" || u.Fragment != "" {
		return nil, wrong
	}
	secret, _ := u.User.Password()
	name, prefix, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	if u.User.Username() == "" || secret == "" || name == "" {
		return nil, wrong
	}
	region := u.Query().Get("region")
	if region == "" {
		region = "us-east-1" // what stores without regions call it
	}
	client, err := minio.New(u.Host, &minio.Options{
		Creds: credentials.NewStaticV4(u.User.Username(), secret, ""), Secure: u.Scheme == "s3", Region: region, MaxRetries: attempts,
	})
	if err != nil {
		return nil, wrong
	}
	return bucket{client, name, prefix}, nil
}

func (b bucket) key(name string) string { return path.Join(b.prefix, name) }

func (b bucket) put(ctx context.Context, name string, content []byte) error {
	_, _, format := parseName(name)
	_, err := b.client.PutObject(ctx, b.name, b.key(name), bytes.NewReader(content), int64(len(content)), minio.PutObjectOptions{
		ContentType: mediaTypes[format], DisableMultipart: true,
	})
	if err != nil {
		return unreachable(err)
	}
	return nil
}

func (b bucket) get(ctx context.Context, name string) ([]byte, error) {
	object, err := b.client.GetObject(ctx, b.name, b.key(name), minio.GetObjectOptions{})
	if err != nil {
		return nil, unreachable(err)
	}
	defer object.Close()
	content, err := io.ReadAll(io.LimitReader(object, maxKept))
	if answer := minio.ToErrorResponse(err); err != nil && answer.StatusCode == http.StatusNotFound && answer.Code != minio.NoSuchBucket {
		return nil, errNoFile
	}
	if err != nil {
		return nil, unreachable(err)
	}
	return content, nil
}

func (b bucket) remove(ctx context.Context, _ *store.Tx, names []string) error {
	for _, name := range names { // one that is not there is removed too
		if err := b.client.RemoveObject(ctx, b.name, b.key(name), minio.RemoveObjectOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// unreachable tells the caller to come again: what keeps the pictures failed.
func unreachable(cause error) error {
	if errors.Is(cause, context.DeadlineExceeded) || errors.Is(cause, context.Canceled) {
		return cause // of the call, which the chain explains
	}
	const soon = 5 * time.Second
	p := problem.New(problem.Unavailable, "The service cannot reach what keeps the pictures right now. Nothing was written.", "")
	p.Cause, p.RetryAfter = cause, soon
	return p
}
