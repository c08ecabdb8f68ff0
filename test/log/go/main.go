// Reads a log as anyone would who has never seen its code: with Go's sumdb/note and sumdb/tlog, from its C2SP files.
//
//	read-log FOLDER VKEY OLDER
//
// FOLDER is a mirror of the log: checkpoint and tile/… below it; OLDER is the file of an earlier checkpoint.
package main

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type reader struct{ folder string }

func (r reader) get(path string) ([]byte, error) {
	return os.ReadFile(r.folder + "/" + path)
}

func (r reader) Height() int { return 8 }

func (r reader) SaveTiles([]tlog.Tile, [][]byte) {}

func (r reader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		hashes, err := r.get("tile/" + strconv.Itoa(tile.L) + "/" + number(tile.N) + partial(tile.W))
		if err != nil {
			return nil, err
		}
		all = append(all, hashes)
	}
	return all, nil
}

func number(n int64) string {
	path := fmt.Sprintf("%03d", n%1000)
	for n >= 1000 {
		n /= 1000
		path = fmt.Sprintf("x%03d/%s", n%1000, path)
	}
	return path
}

func partial(width int) string {
	if width == 256 {
		return ""
	}
	return ".p/" + strconv.Itoa(width)
}

func openCheckpoint(text []byte, verifier note.Verifier) (tlog.Tree, error) {
	opened, err := note.Open(text, note.VerifierList(verifier))
	if err != nil {
		return tlog.Tree{}, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) < 4 || lines[0] != verifier.Name() {
		return tlog.Tree{}, errors.New("not a checkpoint of " + verifier.Name())
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	root, err := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || len(root) != tlog.HashSize {
		return tlog.Tree{}, errors.New("the root is no hash")
	}
	return tlog.Tree{N: size, Hash: tlog.Hash(root)}, nil
}

func (r reader) entries(size int64) ([][]byte, error) {
	var entries [][]byte
	for start := int64(0); start < size; start += 256 {
		width := min(256, size-start)
		bundle, err := r.get("tile/entries/" + number(start/256) + partial(int(width)))
		if err != nil {
			return nil, err
		}
		for len(bundle) >= 2 {
			length := int(binary.BigEndian.Uint16(bundle))
			if len(bundle) < 2+length {
				return nil, errors.New("a bundle ends inside an entry")
			}
			entries = append(entries, bundle[2:2+length])
			bundle = bundle[2+length:]
		}
	}
	if int64(len(entries)) != size {
		return nil, fmt.Errorf("%d entries for a tree of %d", len(entries), size)
	}
	return entries, nil
}

func run(r reader, vkey string, olderFile string) error {
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		return err
	}
	text, err := r.get("checkpoint")
	if err != nil {
		return err
	}
	tree, err := openCheckpoint(text, verifier)
	if err != nil {
		return err
	}
	hashes := tlog.TileHashReader(tree, r)
	entries, err := r.entries(tree.N)
	if err != nil {
		return err
	}
	for index, entry := range entries {
		proof, err := tlog.ProveRecord(tree.N, int64(index), hashes)
		if err != nil {
			return err
		}
		if err := tlog.CheckRecord(proof, tree.N, tree.Hash, int64(index), tlog.RecordHash(entry)); err != nil {
			return fmt.Errorf("leaf %d: %w", index, err)
		}
	}
	olderText, err := os.ReadFile(olderFile)
	if err != nil {
		return err
	}
	older, err := openCheckpoint(olderText, verifier)
	if err != nil {
		return err
	}
	proof, err := tlog.ProveTree(tree.N, older.N, hashes)
	if err != nil {
		return err
	}
	if err := tlog.CheckTree(proof, tree.N, tree.Hash, older.N, older.Hash); err != nil {
		return err
	}
	fmt.Printf("%d leaves included, consistent with %d\n", len(entries), older.N)
	return nil
}

func main() {
	if err := run(reader{os.Args[1]}, os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
