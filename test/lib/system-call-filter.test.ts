import { describe, expect, test } from 'vitest'
import { systemCallFilter } from '../../src/lib/system-call-filter.ts'

const x64 = { name: 'x64', arch: 0xc000003e, socket: 41, read: 0, keyctl: 250, uring: 425 }
const arm64 = { name: 'arm64', arch: 0xc00000b7, socket: 198, read: 63, keyctl: 219, uring: 425 }
const allow = 0x7fff0000
const noSuchCall = 0x50026
const noSuchFamily = 0x50061

describe.each([x64, arm64])('the filter for $name', ({ name, arch, socket, read, keyctl, uring }) => {
  const program = systemCallFilter(name) ?? Buffer.alloc(0)

  test.each([
    ['unix', 1],
    ['inet', 2],
    ['inet6', 10],
    ['netlink', 16],
  ])('lets a socket of %s be opened', (_, family) => {
    expect(run(program, { arch, number: socket, first: family })).toBe(allow)
  })

  test.each([
    ['vsock', 40],
    ['alg', 38],
    ['packet', 17],
    ['bluetooth', 31],
    ['none', 0],
    ['one that nobody knows', 0xffffffff],
  ])('lets no socket of %s be opened', (_, family) => {
    expect(run(program, { arch, number: socket, first: family })).toBe(noSuchFamily)
  })

  test('knows no keyrings and no io_uring, which opens sockets by itself', () => {
    for (const number of [keyctl, uring, uring + 1]) expect(run(program, { arch, number, first: 1 })).toBe(noSuchCall)
  })

  test('leaves the rest alone, whatever its first argument is', () => {
    for (const number of [read, 100, 435]) expect(run(program, { arch, number, first: 40 })).toBe(allow)
  })

  test('knows no call by the numbers of another processor', () => {
    expect(run(program, { arch: 0x40000003, number: 3, first: 0 })).toBe(noSuchCall)
    expect(run(program, { arch, number: 0x40000000 + socket, first: 40 })).toBe(noSuchCall)
  })
})

test('a processor we know nothing of has no filter', () => {
  expect(systemCallFilter('mips')).toBeUndefined()
})

/** What the kernel does with it: one register, loads, comparisons that only leap forward, and a verdict. */
function run(program: Buffer, { arch, number, first }: { arch: number; number: number; first: number }): number {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(number, 0)
  data.writeUInt32LE(arch, 4)
  data.writeUInt32LE(first, 16)
  let register = 0
  for (let at = 0; at < program.length; at += 8) {
    const [code, k] = [program.readUInt16LE(at), program.readUInt32LE(at + 4)]
    if (code === 0x06) return k
    if (code === 0x20) register = data.readUInt32LE(k)
    else if (code === 0x15 || code === 0x35) {
      const holds = code === 0x15 ? register === k : register >= k
      at += 8 * program.readUInt8(at + (holds ? 2 : 3))
    } else throw new Error(`no such instruction: ${code}`)
  }
  throw new Error('it ran off its end')
}
