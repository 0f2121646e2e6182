/** A draft as it travels: how much of the last one stays, and what follows. */
export interface TextPiece {
  keep: number
  add: string
}

/** Sends a growing draft in pieces. The first goes at once, later ones together with what comes within 40 ms. */
export interface TextPieces {
  push(draft: string): void
  /** Sends what is left; call it before anything that comes after the text. */
  flush(): void
}

const PAUSE_MS = 40

export function createTextPieces(send: (piece: TextPiece) => void): TextPieces {
  let sent = ''
  let draft = ''
  let timer: NodeJS.Timeout | undefined

  function sendRest(): void {
    if (draft === sent) return
    const keep = commonLength(sent, draft)
    send({ keep, add: draft.slice(keep) })
    sent = draft
  }

  return {
    push(next) {
      draft = next
      if (timer) return
      sendRest()
      timer = setTimeout(() => {
        timer = undefined
        sendRest()
      }, PAUSE_MS)
    },
    flush() {
      clearTimeout(timer)
      timer = undefined
      sendRest()
    },
  }
}

function commonLength(a: string, b: string): number {
  if (b.startsWith(a)) return a.length
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}
