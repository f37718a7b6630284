package postgres

import (
	"archive/tar"
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"

	"github.com/ulikunitz/xz"
)

// unpack puts the files of the .txz in the jar into folder, which is empty.
func unpack(jar, folder string) error {
	z, err := zip.OpenReader(jar)
	if err != nil {
		return err
	}
	defer z.Close()
	for _, member := range z.File {
		if path.Ext(member.Name) == ".txz" {
			return unpackMember(member, folder)
		}
	}
	return errors.New("there is no .txz in it")
}

func unpackMember(member *zip.File, folder string) error {
	compressed, err := member.Open()
	if err != nil {
		return err
	}
	defer compressed.Close()
	plain, err := xz.NewReader(compressed)
	if err != nil {
		return err
	}
	// No name and no link in the archive leads out of a Root.
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	for files := tar.NewReader(plain); ; {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := unpackEntry(root, header, files); err != nil {
			return fmt.Errorf("%s: %w", header.Name, err)
		}
	}
}

func unpackEntry(root *os.Root, header *tar.Header, content io.Reader) error {
	// Everybody may read the files, whatever the umask is: root unpacks them
	// for the unprivileged user that runs them.
	mode := header.FileInfo().Mode().Perm() | 0o444
	name := path.Clean(header.Name)
	switch header.Typeflag {
	case tar.TypeDir:
		return makeFolderIn(root, name)
	case tar.TypeSymlink:
		return root.Symlink(header.Linkname, name)
	case tar.TypeReg:
		if err := makeFolderIn(root, path.Dir(name)); err != nil {
			return err
		}
		return writeFileIn(root, name, mode, content)
	default:
		return fmt.Errorf("type %q is not supported", header.Typeflag)
	}
}

func makeFolderIn(root *os.Root, name string) error {
	if name == "." {
		return nil
	}
	if err := makeFolderIn(root, path.Dir(name)); err != nil {
		return err
	}
	if err := root.Mkdir(name, 0o755); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return nil
		}
		return err
	}
	return root.Chmod(name, 0o755)
}

func writeFileIn(root *os.Root, name string, mode fs.FileMode, content io.Reader) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, content)
	return errors.Join(err, f.Chmod(mode), f.Close())
}
