package postgres

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

const (
	// downloadLimit is the time a download may take: 60 MB on a slow line.
	downloadLimit = 15 * time.Minute
	// maxDownload is well above the size in bytes of any archive.
	maxDownload = 256 << 20
)

// download writes the archive to the new file name, and checks its sum.
func (a archive) download(ctx context.Context, name string, client *http.Client) error {
	ctx, cancel := context.WithTimeout(ctx, downloadLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, a.url, nil)
	if err != nil {
		return err
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the server answered %s", response.Status)
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	hash := sha256.New()
	_, err = io.Copy(io.MultiWriter(f, hash), io.LimitReader(response.Body, maxDownload))
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if sum := hex.EncodeToString(hash.Sum(nil)); sum != a.sha256 {
		return fmt.Errorf("its SHA-256 is %s, want %s", sum, a.sha256)
	}
	return nil
}
