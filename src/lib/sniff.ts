// Detects the type of a file from its bytes alone. The name that the sender gave it proves nothing, and with a wrong
// type a browser could be tricked into running a picture as a script. Only the very beginning counts: a magic number
// further in is a trick.

export type FileType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/gif'
  | 'image/webp'
  | 'application/pdf'
  | 'application/zip'
  | 'audio/ogg'
  | 'audio/mpeg'
  | 'audio/wav'
  | 'audio/flac'
  | 'video/mp4'
  | 'text/plain'
  | 'application/octet-stream'

export interface Sniffer {
  push(chunk: Uint8Array): void
  /** The type of everything pushed so far. */
  type(): FileType
}

/** Detects the type while the chunks of a file are pushed. Keeps only the first 16 bytes. */
export function createSniffer(): Sniffer {
  let head = new Uint8Array()
  const text = createTextCheck()
  return {
    push(chunk) {
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
      text.push(chunk)
    },
    type() {
      const match = signatures.find(([, matches]) => matches(head))
      if (match) return match[0]
      return head.length > 0 && text.isText() ? 'text/plain' : 'application/octet-stream'
    },
  }
}

/** Types that a browser may display inside our own page. */
export function isPicture(type: string): boolean {
  return pictures.has(type)
}

const pictures = new Set<string>(['image/png', 'image/jpeg', 'image/gif', 'image/webp'] satisfies FileType[])

const HEAD_BYTES = 16

const signatures: [type: FileType, matches: (head: Uint8Array) => boolean][] = [
  ['image/png', hasMagicAt(0, '\x89PNG\r\n\x1a\n')],
  ['image/jpeg', hasMagicAt(0, '\xff\xd8\xff')],
  ['image/gif', (head) => hasMagicAt(0, 'GIF87a')(head) || hasMagicAt(0, 'GIF89a')(head)],
  ['image/webp', (head) => hasMagicAt(0, 'RIFF')(head) && hasMagicAt(8, 'WEBP')(head)],
  ['audio/wav', (head) => hasMagicAt(0, 'RIFF')(head) && hasMagicAt(8, 'WAVE')(head)],
  ['audio/flac', hasMagicAt(0, 'fLaC')],
  ['application/pdf', hasMagicAt(0, '%PDF-')],
  ['application/zip', (head) => hasMagicAt(0, 'PK\x03\x04')(head) || hasMagicAt(0, 'PK\x05\x06')(head)],
  ['audio/ogg', hasMagicAt(0, 'OggS')],
  ['audio/mpeg', (head) => hasMagicAt(0, 'ID3')(head) || isMpegFrame(head)],
  // The first box of an MP4 has its length before its name.
  ['video/mp4', (head) => hasMagicAt(0, '\0\0')(head) && hasMagicAt(4, 'ftyp')(head)],
]

function hasMagicAt(offset: number, magic: string): (head: Uint8Array) => boolean {
  const bytes = Buffer.from(magic, 'latin1')
  return (head) => bytes.equals(head.subarray(offset, offset + bytes.length))
}

/** Eleven set bits, then MPEG 1 or 2, layer III, and a bit rate that exists. */
function isMpegFrame([first = 0, second = 0, third = 0]: Uint8Array): boolean {
  return first === 0xff && (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08 && third >> 4 !== 0xf
}

/** UTF-8 without the control characters that no text editor writes. */
function createTextCheck() {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isTextSoFar = true
  return {
    push(chunk: Uint8Array): void {
      if (!isTextSoFar) return
      try {
        // oxlint-disable-next-line no-control-regex -- only binary files contain these characters
        isTextSoFar = !/[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/.test(decoder.decode(chunk, { stream: true }))
      } catch {
        isTextSoFar = false
      }
    },
    isText(): boolean {
      try {
        if (isTextSoFar) decoder.decode()
      } catch {
        isTextSoFar = false
      }
      return isTextSoFar
    },
  }
}
