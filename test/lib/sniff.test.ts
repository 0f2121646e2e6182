import { describe, expect, test } from 'vitest'
import { createSniffer, type FileType, isPicture } from '../../src/lib/sniff.ts'

function typeOf(...chunks: (string | Uint8Array)[]): FileType {
  const sniffer = createSniffer()
  for (const chunk of chunks) sniffer.push(typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk)
  return sniffer.type()
}

const known: [type: FileType, head: string][] = [
  ['image/png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['image/gif', 'GIF87a\x01\0\x01\0'],
  ['image/gif', 'GIF89a\x01\0\x01\0'],
  ['image/webp', 'RIFF\x24\0\0\0WEBPVP8 '],
  ['application/pdf', '%PDF-1.7\n%\xe2\xe3'],
  ['application/zip', 'PK\x03\x04\x14\0'],
  ['application/zip', 'PK\x05\x06\0\0'],
  ['audio/ogg', 'OggS\0\x02OpusHead'],
  ['audio/mpeg', 'ID3\x04\0'],
  ['audio/mpeg', '\xff\xfb\x90\x64'],
  ['video/mp4', '\0\0\0\x20ftypisom'],
  ['text/plain', 'name,price\r\nbread,3\n'],
  ['application/octet-stream', '\x7fELF\x02\x01\x01\0'],
  ['audio/wav', 'RIFF\x24\0\0\0WAVEfmt '],
  ['application/octet-stream', 'RIFF\x24\0\0\0AVI LIST'],
  ['application/octet-stream', ''],
]

describe('the type of a file', () => {
  test.each(known)('%s is told from its first bytes', (type, head) => {
    expect(typeOf(head)).toBe(type)
    expect(typeOf(...head.split(''))).toBe(type)
  })

  test.each(known.filter(([type]) => !/text|octet/.test(type)))('%s further in says nothing', (type, head) => {
    expect(typeOf(`\0${head}`)).not.toBe(type)
    expect(typeOf(`<script>alert(1)</script>${head}`)).not.toBe(type)
  })

  test('a page, a drawing or a script is text, never something a browser would run or draw', () => {
    for (const text of [
      '<!doctype html><script>1</script>',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '#!/bin/sh',
    ]) {
      expect(typeOf(text)).toBe('text/plain')
      expect(isPicture(typeOf(text))).toBe(false)
    }
  })

  test('text is UTF-8 to its last byte, wherever it was cut on its way', () => {
    const bytes = Buffer.from('Grüße, 世界, 👋🏽 and \t tabs\n'.repeat(50))
    for (const at of Array.from({ length: 60 }, (_, index) => index)) {
      expect(typeOf(bytes.subarray(0, at), bytes.subarray(at))).toBe('text/plain')
    }
    expect(typeOf(bytes, '\xe4\xb8')).toBe('application/octet-stream')
    expect(typeOf('caf\xe9')).toBe('application/octet-stream')
    expect(typeOf(bytes, '\0')).toBe('application/octet-stream')
  })
})
