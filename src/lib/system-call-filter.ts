/** The numbers of the system calls we filter, on one processor. */
interface Calls {
  arch: number
  socket: number
  denied: number[]
}

// io_uring opens sockets that no filter sees. Keyrings, BPF, userfaultfd and perf are useless to a command and have
// been the way out of many sandboxes. In the order io_uring_setup, enter, register, add_key, request_key, keyctl, bpf,
// perf_event_open, userfaultfd.
const processors: Record<string, Calls> = {
  x64: { arch: 0xc000003e, socket: 41, denied: [425, 426, 427, 248, 249, 250, 321, 298, 323] },
  arm64: { arch: 0xc00000b7, socket: 198, denied: [425, 426, 427, 217, 218, 219, 280, 241, 282] },
}

/** unix, inet, inet6, netlink. All others, above all vsock, lead out of bwrap's namespaces. */
const families = [1, 2, 10, 16]

/**
 * A seccomp program (classic BPF, `struct sock_filter`) for commands of a model; undefined for a processor whose calls
 * we do not know. Sockets of other families and denied calls fail with an error. So do calls by the table of another
 * processor (32-bit programs, x32), because the numbers mean something else there.
 */
export function systemCallFilter(processor: string): Buffer | undefined {
  const calls = processors[processor]
  if (!calls) return undefined
  const program: Instruction[] = [
    { code: LOAD, k: ARCH },
    { code: EQUAL, k: calls.arch, fails: 'missing' },
    { code: LOAD, k: NUMBER },
    { code: AT_LEAST, k: X32, holds: 'missing' },
    ...calls.denied.map((k): Instruction => ({ code: EQUAL, k, holds: 'missing' })),
    { code: EQUAL, k: calls.socket, fails: 'allowed' },
    { code: LOAD, k: FIRST_ARGUMENT },
    ...families.map((k): Instruction => ({ code: EQUAL, k, holds: 'allowed' })),
    { code: RETURN, k: ERRNO | EAFNOSUPPORT },
    { code: RETURN, k: ERRNO | ENOSYS },
    { code: RETURN, k: ALLOW },
  ]
  const ends = { missing: program.length - 2, allowed: program.length - 1 }
  return Buffer.concat(
    program.map(({ code, k, holds, fails }, index) => {
      const jumpTo = (end: End | undefined) => (end === undefined ? 0 : ends[end] - index - 1)
      const bytes = Buffer.alloc(8)
      bytes.writeUInt16LE(code, 0)
      bytes.writeUInt8(jumpTo(holds), 2)
      bytes.writeUInt8(jumpTo(fails), 3)
      bytes.writeUInt32LE(k >>> 0, 4)
      return bytes
    }),
  )
}

type End = 'missing' | 'allowed'

/** Continues with the next instruction unless it says otherwise; a jump states how many it skips. */
interface Instruction {
  code: number
  k: number
  holds?: End
  fails?: End
}

// From linux/bpf_common.h and linux/filter.h.
const LOAD = 0x20
const EQUAL = 0x15
const AT_LEAST = 0x35
const RETURN = 0x06
// Offsets in struct seccomp_data. Of an argument we read the lower half, which comes first on these processors.
const NUMBER = 0
const ARCH = 4
const FIRST_ARGUMENT = 16
const X32 = 0x40000000
// From linux/seccomp.h and errno.h.
const ALLOW = 0x7fff0000
const ERRNO = 0x00050000
const ENOSYS = 38
const EAFNOSUPPORT = 97
