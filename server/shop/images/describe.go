package images

import (
	"bytes"
	"encoding/binary"
)

// typeOf returns the media type of a file by its first bytes, "" for any other than the three that are taken.
func typeOf(content []byte) string {
	switch {
	case bytes.HasPrefix(content, []byte("\x89PNG\r\n\x1a\n")):
		return "image/png"
	case bytes.HasPrefix(content, []byte("\xff\xd8\xff")):
		return "image/jpeg"
	case len(content) >= 12 && string(content[:4]) == "RIFF" && string(content[8:12]) == "WEBP":
		return "image/webp"
	}
	return ""
}

// described is what a file says beside its pixels.
type described struct {
	orientation int  // of EXIF: 1 is upright
	moves       bool // whether it has several pictures, one after the other
	scans       int  // of a JPEG: how often its pixels are gone over
}

// describe reads a file as far as it is one.
func describe(content []byte) described {
	switch typeOf(content) {
	case "image/jpeg":
		return describeJPEG(content)
	case "image/png":
		return describeChunks(content[8:], binary.BigEndian, true)
	}
	return describeChunks(content[12:], binary.LittleEndian, false)
}

// describeChunks reads the chunks of a PNG, which begin with their length and end with a checksum, or those of a WebP,
// which begin with their type and have an even length.
func describeChunks(rest []byte, order binary.ByteOrder, png bool) described {
	d := described{orientation: 1}
	for len(rest) >= 8 {
		kind, length := string(rest[:4]), order.Uint32(rest[4:])
		end := uint64(length) + uint64(length)%2
		if png {
			kind, length = string(rest[4:8]), order.Uint32(rest)
			end = uint64(length) + 4
		}
		rest = rest[8:]
		if uint64(len(rest)) < uint64(length) {
			return d
		}
		switch kind {
		case "eXIf", "EXIF":
			d.orientation = orientationOf(bytes.TrimPrefix(rest[:length], []byte("Exif\x00\x00")))
		case "acTL", "ANIM":
			d.moves = true
		}
		rest = rest[min(end, uint64(len(rest))):]
	}
	return d
}

// describeJPEG reads the segments of a JPEG.
func describeJPEG(content []byte) described {
	d := described{orientation: 1}
	for {
		at := bytes.IndexByte(content, 0xff) // between a scan and the next segment are its pixels
		if at < 0 || at+4 > len(content) {
			return d
		}
		marker := content[at+1]
		content = content[at+1:]
		const last = 0xd9 // after it a camera may put another picture
		if marker == last {
			return d
		}
		if marker <= 1 || marker == 0xff || marker >= 0xd0 && marker <= 0xd8 {
			continue // a byte of the pixels, a filler, or a marker without a segment
		}
		length := int(binary.BigEndian.Uint16(content[1:]))
		if length < 2 || 1+length > len(content) {
			return d
		}
		segment := content[3 : 1+length]
		content = content[1+length:]
		const scan, app1 = 0xda, 0xe1
		switch exif, found := bytes.CutPrefix(segment, []byte("Exif\x00\x00")); {
		case marker == scan:
			d.scans++
		case marker == app1 && found && d.orientation == 1:
			d.orientation = orientationOf(exif)
		}
	}
}

// orientationOf returns the orientation of an EXIF block, 1 if it has none.
func orientationOf(tiff []byte) int {
	const header, entry, tag = 8, 12, 0x0112
	if len(tiff) < header {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	at := uint64(order.Uint32(tiff[4:]))
	if at+2 > uint64(len(tiff)) {
		return 1
	}
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < entry {
			return 1
		}
		if order.Uint16(entries) == tag {
			if o := int(order.Uint16(entries[8:])); o >= 1 && o <= 8 {
				return o
			}
			return 1
		}
		entries = entries[entry:]
	}
	return 1
}
