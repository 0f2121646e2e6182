// Reads a QR code as a camera would: from the pixels of a picture. Only what our codes need: level M, bytes, up to
// version 10, undamaged and upright.

/** The brightness of each pixel, 0 to 255, row by row. */
export interface GreyPicture {
  width: number
  height: number
  pixels: ArrayLike<number>
}

export function decodeQrCode(picture: GreyPicture): string {
  const isDark = readModules(picture)
  const size = isDark.length
  const version = (size - 17) / 4
  const blocks = blocksOf[version]
  if (!blocks) throw new Error(`a QR code with ${size} modules a side cannot be read`)
  const format = readFormat(isDark)
  if (format >> 3 !== 0) throw new Error('the QR code has another level of error correction')
  const mask = masks[format & 7]
  const bits: boolean[] = []
  for (const [x, y] of dataModules(size, version)) bits.push((isDark[y]?.[x] ?? false) !== (mask?.(x, y) ?? false))
  const codewords = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    numberOf(bits.slice(at * 8, at * 8 + 8)),
  )
  return readBytes(
    inOrder(codewords, blocks).flatMap((codeword) =>
      Array.from({ length: 8 }, (_, bit) => ((codeword >> (7 - bit)) & 1) === 1),
    ),
    version,
  )
}

/** The module size follows from the finder pattern at the top left, whose upper edge is seven modules long. */
function readModules({ width, height, pixels }: GreyPicture): boolean[][] {
  const dark = (x: number, y: number) => (pixels[Math.floor(y) * width + Math.floor(x)] ?? 255) < 128
  let [left, top] = [width, height]
  for (let y = height - 1; y >= 0; y--) {
    for (let x = 0; x < width; x++) {
      if (!dark(x, y)) continue
      left = Math.min(left, x)
      top = y
    }
  }
  let edge = left
  while (dark(edge, top + 1)) edge++
  let right = width - 1
  while (right > left && !dark(right, top + 1)) right--
  const module = (edge - left) / 7
  const version = Math.round(((right + 1 - left) / module - 17) / 4)
  const size = 17 + 4 * version
  const exact = (right + 1 - left) / size
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => dark(left + (x + 0.5) * exact, top + (y + 0.5) * exact)),
  )
}

function readFormat(isDark: boolean[][]): number {
  const at = (x: number, y: number) => isDark[y]?.[x] ?? false
  const along = [0, 1, 2, 3, 4, 5, 7, 8].map((x) => at(x, 8))
  const down = [7, 5, 4, 3, 2, 1, 0].map((y) => at(8, y))
  return (numberOf([...along, ...down]) ^ 0x5412) >> 10
}

const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** Where the alignment patterns are, by version. */
const centres: Record<number, number[]> = {
  1: [],
  2: [6, 18],
  3: [6, 22],
  4: [6, 26],
  5: [6, 30],
  6: [6, 34],
  7: [6, 22, 38],
  8: [6, 24, 42],
  9: [6, 26, 46],
  10: [6, 28, 50],
}

/** The modules that hold data, in the order of reading: in pairs of columns, up and down, from the right. */
function* dataModules(size: number, version: number): Generator<[x: number, y: number]> {
  const places = centres[version] ?? []
  const last = size - 7
  const isCorner = (x: number, y: number) => (x === 6 && (y === 6 || y === last)) || (x === last && y === 6)
  const isFixed = (x: number, y: number) =>
    x === 6 ||
    y === 6 ||
    (x < 9 && (y < 9 || y >= size - 8)) ||
    (x >= size - 8 && y < 9) ||
    places.some((cx) => places.some((cy) => !isCorner(cx, cy) && Math.abs(cx - x) <= 2 && Math.abs(cy - y) <= 2)) ||
    (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11)))
  let isUpward = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step
      for (const x of [right, right - 1]) if (!isFixed(x, y)) yield [x, y]
    }
    isUpward = !isUpward
  }
}

/** The sizes of the data blocks at level M, by version. */
const blocksOf: Record<number, number[]> = {
  1: [16],
  2: [28],
  3: [44],
  4: [32, 32],
  5: [43, 43],
  6: [27, 27, 27, 27],
  7: [31, 31, 31, 31],
  8: [38, 38, 39, 39],
  9: [36, 36, 36, 37, 37],
  10: [43, 43, 43, 43, 44],
}

/** The first codewords of all blocks come first, then the second ones, and so on. */
function inOrder(codewords: number[], sizes: number[]): number[] {
  const blocks = sizes.map((): number[] => [])
  let next = 0
  for (let at = 0; at < Math.max(...sizes); at++)
    for (const [index, size] of sizes.entries()) if (at < size) blocks[index]?.push(codewords[next++] ?? 0)
  return blocks.flat()
}

function readBytes(bits: boolean[], version: number): string {
  const BYTE_MODE = 4
  if (numberOf(bits.slice(0, 4)) !== BYTE_MODE) throw new Error('the QR code holds no bytes')
  const lengthBits = version < 10 ? 8 : 16
  const length = numberOf(bits.slice(4, 4 + lengthBits))
  const start = 4 + lengthBits
  const bytes = Array.from({ length }, (_, at) => numberOf(bits.slice(start + at * 8, start + at * 8 + 8)))
  return Buffer.from(bytes).toString('utf8')
}

function numberOf(bits: boolean[]): number {
  return bits.reduce((number, bit) => number * 2 + Number(bit), 0)
}
