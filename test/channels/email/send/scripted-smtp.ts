import { type AddressInfo, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'

// A server for faults: it says at any place of a session just what it is told to, byte for byte. What it has taken is what
// a real one would have: mails whose end it has seen, and that it did not refuse.

export type Stage = 'greeting' | 'ehlo' | 'starttls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'end' | 'other'

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
  /** What it says goes out a few bytes at a time. */
  inPieces?: boolean
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
  /** Called with each, before it is answered for. */
  onTaken: (mail: TakenMail) => Promise<void> | void
  taken: TakenMail[]
  /** Every command, with what was logged in with. */
  heard: string[]
  /** Of these, what anybody on the way could read. */
  inTheClear: string[]
  /** Ends of mails that were seen, taken or not. */
  ends: number
  sessions: number
  mostAtOnce: number
  /** Says nothing at this place until it is released, then the usual. */
  hold(stage: Stage): { release(): void }
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
  other: '',
}

export async function startScriptedSmtp(tls?: { cert: string; key: string }): Promise<ScriptedSmtp> {
  const next: Script[] = []
  let standing: Script = {}
  const sockets = new Set<Socket>()
  /** Those in the middle of a mail. */
  const busy = new Set<Socket>()
  const held = new Map<Stage, Promise<void>>()
  const state = {
    port: 0,
    onTaken: (() => {}) as ScriptedSmtp['onTaken'],
    taken: [] as TakenMail[],
    heard: [] as string[],
    inTheClear: [] as string[],
    ends: 0,
    sessions: 0,
    mostAtOnce: 0,
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('close', () => {
      sockets.delete(socket)
      busy.delete(socket)
    })
    state.sessions++
    serve(socket, next.shift() ?? standing)
  })

  function serve(plain: Socket, script: Script): void {
    let socket = plain
    let unread = Buffer.alloc(0)
    let mail: TakenMail | undefined
    let isData = false
    let outgoing: Promise<void> = Promise.resolve()

    const say = (stage: Stage, instead?: Said | string): Said => {
      const said = instead ?? script.at?.[stage] ?? usual[stage]
      const { words = '', end, takes } = typeof said === 'string' ? { words: said } : said
      const to = socket
      void (outgoing = outgoing.then(async () => {
        await held.get(stage)
        for (const piece of script.inPieces ? (words.match(/^[^]{1,2}|[^]{1,20}/g) ?? []) : [words]) {
          if (piece === '' || to.destroyed) continue
          to.write(piece)
          if (script.inPieces) await new Promise((resolve) => setImmediate(resolve))
        }
        if (end === 'drop') to.end()
        if (end === 'reset') plain.resetAndDestroy()
      }))
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
      if (socket === plain) state.inTheClear.push(line)
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
      busy.delete(plain)
      const said = script.at?.end ?? usual.end
      const { words = '', takes = words.startsWith('2') } = typeof said === 'string' ? { words: said } : said
      const whole = mail && { ...mail, bytes }
      mail = undefined
      if (whole && takes) {
        state.taken.push(whole)
        outgoing = outgoing.then(() => state.onTaken(whole))
      }
      say('end')
      return true
    }

    function answer(line: string): void {
      const verb = line.slice(0, 4).toUpperCase()
      const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
      if (verb === 'EHLO' || verb === 'HELO') {
        const security = tls && socket === plain ? ['STARTTLS'] : []
        const offers = script.offers ?? ['PIPELINING', 'SIZE 26214400', 'AUTH PLAIN LOGIN XOAUTH2', ...security]
        const lines = ['here', ...offers].map((offer, at, all) => `250${at < all.length - 1 ? '-' : ' '}${offer}\r\n`)
        say('ehlo', script.at?.ehlo ?? lines.join(''))
      } else if (verb === 'STAR') startTls()
      else if (verb === 'AUTH') say('auth')
      else if (verb === 'MAIL') {
        busy.add(plain)
        state.mostAtOnce = Math.max(state.mostAtOnce, busy.size)
        if (say('mail').words?.startsWith('2')) mail = { from: address, to: [], bytes: Buffer.alloc(0) }
      } else if (verb === 'RCPT') {
        const { words = '' } = say('rcpt', script.to?.[address])
        if (words.startsWith('2')) mail?.to.push(address)
      } else if (verb === 'DATA') {
        if (!mail || mail.to.length === 0) return void say('data', '554 no valid recipients\r\n')
        isData = /^[23]/.test(say('data').words ?? '')
      } else if (verb === 'QUIT') {
        say('other', { words: '221 bye\r\n', end: 'drop' })
      } else if (verb === 'RSET') say('other', '250 ok\r\n')
      else say('other', '500 what?\r\n')
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
    hold(stage: Stage) {
      let release = () => {}
      held.set(
        stage,
        new Promise((resolve) => {
          release = resolve
        }),
      )
      return { release: () => release() }
    },
    always(script: Script) {
      standing = script
    },
    stop,
  })
}
