/** The beginning and the end of something that may go on for ever. */
export interface Ends {
  push(chunk: Buffer): void
  /** With a word on what is missing between them. */
  text(): string
  /** All that came. */
  bytes(): number
}

/** Keeps at most so many bytes at each end. */
export function createEnds(each: number): Ends {
  let head = Buffer.alloc(0)
  // Two pieces, so that what is pushed is copied once and not with every push.
  let tail = Buffer.alloc(0)
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let all = 0

  function settle(): void {
    const joined = Buffer.concat([tail, ...waiting])
    tail = joined.subarray(Math.max(0, joined.length - each))
    waiting = []
    waitingBytes = 0
  }

  return {
    push(chunk) {
      all += chunk.length
      const room = each - head.length
      if (room > 0) head = Buffer.concat([head, chunk.subarray(0, room)])
      if (chunk.length <= room) return
      const rest = chunk.subarray(Math.max(0, room))
      waiting.push(rest)
      waitingBytes += rest.length
      if (waitingBytes > each) settle()
    },
    text() {
      settle()
      const left = all - head.length - tail.length
      if (left === 0) return Buffer.concat([head, tail]).toString('utf8')
      // A character that was cut in two is left out.
      const [before, after] = [
        head.toString('utf8').replace(/\ufffd$/, ''),
        tail.toString('utf8').replace(/^\ufffd{1,3}/, ''),
      ]
      return `${before}\n[${left} bytes left out]\n${after}`
    },
    bytes: () => all,
  }
}
