import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

// A client for people, small and its own: what the channel's library got wrong would otherwise look right.

/** One line of the server, with what it sent as literals. */
export interface ImapLine {
  /** Each literal stands in it as `{0}`, `{1}`. */
  text: string
  literals: Buffer[]
}

export interface ImapSession {
  /** What came before the tagged answer; rejects when that is no OK. A Buffer goes as a literal. */
  command(...parts: (string | Buffer)[]): Promise<ImapLine[]>
  close(): void
}

export interface ImapDoor {
  host: string
  port: number
  user: string
  password: string
  /** For TLS from the first byte, or after STARTTLS. */
  tls?: { ca: string; startsPlain: boolean }
}

export async function openSession({ host, port, user, password, tls }: ImapDoor): Promise<ImapSession> {
  const secure = (socket?: Socket) =>
    connectTls({ ...(socket ? { socket } : { port, host }), ca: tls?.ca, servername: 'localhost' })
  let wire = createWire(tls && !tls.startsPlain ? secure() : connectPlain(port, host))
  await wire.line()
  if (tls?.startsPlain) {
    await converse(wire, 'S', ['STARTTLS'])
    wire = createWire(secure(wire.socket))
  }
  let last = 0
  const session: ImapSession = {
    command: (...parts) => converse(wire, `T${++last}`, parts),
    close: () => wire.socket.destroy(),
  }
  await session.command('LOGIN ', Buffer.from(user), ' ', Buffer.from(password))
  return session
}

type Wire = ReturnType<typeof createWire>

async function converse(wire: Wire, tag: string, parts: (string | Buffer)[]): Promise<ImapLine[]> {
  const said: ImapLine[] = []
  /** Until a line begins so, or the command is over. */
  async function hear(start: string): Promise<ImapLine> {
    for (;;) {
      const line = await wire.line()
      if (line.text.startsWith(start)) return line
      if (line.text.startsWith(`${tag} `)) throw new Error(`${parts.filter(isWords).join('')}: ${line.text}`)
      said.push(line)
    }
  }
  wire.socket.write(`${tag} `)
  for (const part of parts) {
    if (isWords(part)) {
      wire.socket.write(part)
      continue
    }
    wire.socket.write(`{${part.length}}\r\n`)
    await hear('+')
    wire.socket.write(part)
  }
  wire.socket.write('\r\n')
  await hear(`${tag} OK`)
  return said
}

function isWords(part: string | Buffer): part is string {
  return typeof part === 'string'
}

function createWire(socket: Socket) {
  let unread: Buffer = Buffer.alloc(0)
  let ended: Error | undefined
  let wake = () => {}
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk])
    wake()
  })
  const end = (error?: Error) => {
    ended ??= error ?? new Error('the server hung up')
    wake()
  }
  socket.on('error', end)
  socket.on('close', () => end())

  async function until<T>(look: () => T | undefined): Promise<T> {
    for (;;) {
      const found = look()
      if (found !== undefined) return found
      if (ended) throw ended
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  const take = (length: number): Promise<Buffer> =>
    until(() => {
      if (unread.length < length) return undefined
      const taken = unread.subarray(0, length)
      unread = unread.subarray(length)
      return taken
    })

  async function row(): Promise<string> {
    const length = await until(() => {
      const at = unread.indexOf('\r\n')
      return at < 0 ? undefined : at + 2
    })
    return (await take(length)).subarray(0, -2).toString('utf8')
  }

  return {
    socket,
    async line(): Promise<ImapLine> {
      const literals: Buffer[] = []
      let text = await row()
      for (;;) {
        const [mark, size] = /\{(\d+)\}$/.exec(text) ?? []
        if (mark === undefined) return { text, literals }
        text = text.slice(0, -mark.length)
        literals.push(await take(Number(size)))
        text += `{${literals.length - 1}}${await row()}`
      }
    },
  }
}
