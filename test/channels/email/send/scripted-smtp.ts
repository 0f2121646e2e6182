import { type AddressInfo, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'

// A server for faults: it says at any place of a session just what it is told to, byte for byte. What it has taken is what
// a real one would have: mails whose end it has seen, and that it did not refuse.

export type Stage = 'greeting' | 'ehlo' | 'starttls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'end' | 'quit'

export interface Said {
  /** With its line ends; nothing is said without it. */
  words?: string
  end?: 'drop' | 'reset'
  /** Of a mail whose end it has seen: whether it keeps it, whatever it says. */
  takes?: boolean
}

export interface Script {
  offers?: string[]
  at?: Partial<Record<Stage, Said | string>>
  /** What is said of one recipient. */
  to?: Record<string, Said | string>
  /** Instead of the usual when the mail comes: goes away after so many bytes of it. */
  dropAfterBytes?: number
}

export interface TakenMail {
  from: string
  to: string[]
  bytes: Buffer
}

export interface ScriptedSmtp {
  port: number
  taken: TakenMail[]
  /** Every command, with what was logged in with. */
  heard: string[]
  /** Ends of mails that were seen, taken or not. */
  ends: number
  sessions: number
  /** For the next sessions, in their order; after the last the usual. */
  script(...scripts: Script[]): void
  always(script: Script): void
  stop(): Promise<void>
}

const usual: Record<Stage, string> = {
  greeting: '220 here\r\n',
  ehlo: '',
  starttls: '220 go ahead\r\n',
  auth: '235 welcome\r\n',
  mail: '250 ok\r\n',
  rcpt: '250 ok\r\n',
  data: '354 go ahead\r\n',
  end: '250 taken\r\n',
  quit: '221 bye\r\n',
}

export async function startScriptedSmtp(tls?: { cert: string; key: string }): Promise<ScriptedSmtp> {
  const next: Script[] = []
  let standing: Script = {}
  const sockets = new Set<Socket>()
  const state = { port: 0, taken: [] as TakenMail[], heard: [] as string[], ends: 0, sessions: 0 }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    state.sessions++
    serve(socket, next.shift() ?? standing)
  })

  function serve(plain: Socket, script: Script): void {
    let socket = plain
    let unread = Buffer.alloc(0)
    let mail: TakenMail | undefined
    let isData = false

    const say = (stage: Stage, instead?: Said | string): Said => {
      const said = instead ?? script.at?.[stage] ?? usual[stage]
      const { words = '', end, takes } = typeof said === 'string' ? { words: said } : said
      if (words !== '') socket.write(words)
      if (end === 'drop') socket.end()
      if (end === 'reset') plain.resetAndDestroy()
      return { words, ...(end && { end }), ...(takes !== undefined && { takes }) }
    }

    const listen = (to: Socket) => {
      to.on('error', () => {})
      to.on('data', (chunk: Buffer) => {
        unread = Buffer.concat([unread, chunk])
        while (isData ? readMail() : readLine()) {}
      })
    }

    function readLine(): boolean {
      const end = unread.indexOf('\r\n')
      if (end < 0) return false
      const line = unread.subarray(0, end).toString()
      unread = unread.subarray(end + 2)
      state.heard.push(line)
      answer(line)
      return true
    }

    function readMail(): boolean {
      const { dropAfterBytes } = script
      if (dropAfterBytes !== undefined && unread.length >= dropAfterBytes) {
        plain.destroy()
        return false
      }
      const text = unread.toString('latin1')
      const end = text.startsWith('.\r\n') ? 0 : text.indexOf('\r\n.\r\n') + 2
      if (end === 1) return false
      const bytes = Buffer.from(text.slice(0, end).replace(/^\.\./gm, '.'), 'latin1')
      unread = unread.subarray(end + 3)
      isData = false
      state.ends++
      const { words = '', takes = words.startsWith('2') } = say('end')
      if (mail && takes) state.taken.push({ ...mail, bytes })
      mail = undefined
      return true
    }

    function answer(line: string): void {
      const verb = line.slice(0, 4).toUpperCase()
      const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
      if (verb === 'EHLO' || verb === 'HELO') {
        const offers = script.offers ?? ['PIPELINING', 'SIZE 26214400', 'AUTH PLAIN LOGIN XOAUTH2']
        const lines = ['here', ...offers].map((offer, at, all) => `250${at < all.length - 1 ? '-' : ' '}${offer}\r\n`)
        say('ehlo', script.at?.ehlo ?? lines.join(''))
      } else if (verb === 'STAR') startTls()
      else if (verb === 'AUTH') say('auth')
      else if (verb === 'MAIL') {
        if (say('mail').words?.startsWith('2')) mail = { from: address, to: [], bytes: Buffer.alloc(0) }
      } else if (verb === 'RCPT') {
        const { words = '' } = say('rcpt', script.to?.[address])
        if (words.startsWith('2')) mail?.to.push(address)
      } else if (verb === 'DATA') {
        if (!mail || mail.to.length === 0) return void socket.write('554 no valid recipients\r\n')
        isData = /^[23]/.test(say('data').words ?? '')
      } else if (verb === 'QUIT') {
        say('quit')
        socket.end()
      } else if (verb === 'RSET') socket.write('250 ok\r\n')
      else socket.write('500 what?\r\n')
    }

    function startTls(): void {
      const { words = '' } = say('starttls')
      if (!words.startsWith('220') || !tls) return
      plain.removeAllListeners('data')
      unread = Buffer.alloc(0)
      socket = new TLSSocket(plain, { isServer: true, ...tls })
      listen(socket)
    }

    listen(plain)
    say('greeting')
  }

  const stop = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  state.port = (server.address() as AddressInfo).port
  onTestFinished(stop)
  return Object.assign(state, {
    script: (...scripts: Script[]) => void next.push(...scripts),
    always(script: Script) {
      standing = script
    },
    stop,
  })
}
