/** Lines that were typed, for whoever takes them one by one; what comes too early waits. */
export function createLineQueue() {
  const waiting: string[] = []
  let isOver = false
  let wake = () => {}

  async function* read(): AsyncGenerator<string, undefined> {
    for (;;) {
      const line = waiting.shift()
      if (line !== undefined) yield line
      else if (isOver) return
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  }

  return {
    lines: read(),
    push(line: string) {
      waiting.push(line)
      wake()
    },
    end() {
      isOver = true
      wake()
    },
  }
}
