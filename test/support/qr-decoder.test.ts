import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { decodeQrCode } from './qr-decoder.ts'

/** A code as a screen shows it, with a margin that is not a whole number of modules. */
function draw(text: string, scale: number): Parameters<typeof decodeQrCode>[0] {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const width = size * scale + 3
  const pixels = Array.from({ length: width * width }, (_, at) => {
    const [x, y] = [Math.floor((at % width) / scale), Math.floor(Math.floor(at / width) / scale)]
    return data[y]?.[x] ? 0 : 255
  })
  return { width, height: width, pixels }
}

test.each([4, 7])('a code is read from its picture, %d pixels a module, whatever its size', (scale) => {
  for (let length = 5; length < 170; length += 13) {
    const text = `https://skein.example.org/#${'aZ09-_'.repeat(40).slice(0, length)}`
    expect(decodeQrCode(draw(text, scale))).toBe(text)
  }
})
