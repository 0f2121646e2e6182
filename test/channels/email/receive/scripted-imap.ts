import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** One mail on the scripted server. */
export interface ScriptedMail {
  uid: number
  bytes: Buffer
  date: Date
}

/** What a command was, and how it is answered as it should be. */
export interface Turn {
  /** In upper case: LOGIN, SELECT, "UID FETCH". */
  verb: string
  tag: string
  args: string
  write(text: string | Buffer): void
  cut(): void
  /** The honest answer. */
  answer(): void
}

/** Answers a turn in a way of its own; undefined where it leaves it to the server. */
export type Fault = (turn: Turn) => true | undefined

export interface ScriptedImap {
  port: number
  mails: ScriptedMail[]
  validity: number
  /** Says nothing of new mail by itself. */
  isDeaf: boolean
  /** Of each connection, in order; what is not told is honest. */
  plan: (connection: number) => { greeting?: string; fault?: Fault }
  connections(): number
  /** What it was told, without the tags. */
  commands: string[]
  add(bytes: Buffer): ScriptedMail
  /** Ends every connection. */
  hangUp(): void
  close(): Promise<void>
}

/** Enough of an IMAP server to be read from, and to be broken at any word. */
export async function createScriptedImap(): Promise<ScriptedImap> {
  const sockets = new Set<Socket>()
  const idling = new Set<() => void>()
  let connections = 0
  let nextUid = 1
  const server = createServer(serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const imap: ScriptedImap = {
    port: (server.address() as AddressInfo).port,
    mails: [],
    validity: 7,
    isDeaf: false,
    plan: () => ({}),
    connections: () => connections,
    commands: [],
    add(bytes) {
      const mail = { uid: nextUid++, bytes, date: new Date() }
      imap.mails.push(mail)
      if (!imap.isDeaf) for (const tell of idling) tell()
      return mail
    },
    hangUp() {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      imap.hangUp()
      server.close()
      await once(server, 'close')
    },
  }

  function serve(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    const { greeting = '* OK ready\r\n', fault } = imap.plan(connections++)
    socket.write(greeting)
    let heard = ''
    let idleTag: string | undefined
    let told = 0
    const tell = () => {
      told = imap.mails.length
      socket.write(`* ${told} EXISTS\r\n`)
    }
    socket.on('close', () => idling.delete(tell))
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1')
      for (let end = heard.indexOf('\r\n'); end >= 0; end = heard.indexOf('\r\n')) {
        const line = heard.slice(0, end)
        heard = heard.slice(end + 2)
        take(line)
      }
    })

    function take(line: string): void {
      if (line === 'DONE' && idleTag !== undefined) {
        idling.delete(tell)
        socket.write(`${idleTag} OK done\r\n`)
        idleTag = undefined
        return
      }
      const [, tag = '', verb = '', args = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/is.exec(line) ?? []
      imap.commands.push(`${verb} ${args}`.trim())
      const turn: Turn = {
        verb: verb.toUpperCase(),
        tag,
        args,
        write: (text) => void (socket.writable && socket.write(text)),
        cut: () => socket.destroy(),
        answer() {
          if (turn.verb === 'SELECT') told = imap.mails.length
          if (turn.verb !== 'IDLE') return turn.write(honest(imap, nextUid, turn))
          idleTag = tag
          idling.add(tell)
          turn.write('+ idling\r\n')
          // What came since it was last told of.
          if (told !== imap.mails.length && !imap.isDeaf) tell()
        },
      }
      if (fault?.(turn) !== true) turn.answer()
    }
  }

  return imap
}

function honest(imap: ScriptedImap, nextUid: number, { verb, tag, args }: Turn): Buffer {
  const done = Buffer.from(`${tag} OK done\r\n`)
  const text = (words: string) => Buffer.concat([Buffer.from(words), done])
  switch (verb) {
    case 'CAPABILITY':
      return text('* CAPABILITY IMAP4rev1 IDLE\r\n')
    case 'LIST':
      return text('* LIST () "/" INBOX\r\n')
    case 'SELECT':
      return text(
        `* FLAGS (\\Seen)\r\n* ${imap.mails.length} EXISTS\r\n* OK [UIDVALIDITY ${imap.validity}] x\r\n* OK [UIDNEXT ${nextUid}] x\r\n* OK [PERMANENTFLAGS (\\Seen \\*)] x\r\n`,
      )
    case 'UID SEARCH':
      return text(`* SEARCH ${found(imap, args).join(' ')}\r\n`)
    case 'UID FETCH':
      return Buffer.concat([...imap.mails.flatMap((mail, at) => fetched(mail, at + 1, args)), done])
    default:
      return done
  }
}

function found({ mails }: ScriptedImap, args: string): number[] {
  const [, from, to] = /UID (\d+)(?::(\*|\d+))?/i.exec(args) ?? []
  const uids = mails.map(({ uid }) => uid)
  if (from === undefined) return uids
  if (to === undefined) return uids.filter((uid) => uid === Number(from))
  const named = uids.filter((uid) => uid >= Number(from))
  // As the standard has it: the last one always belongs to such a range.
  return named.length > 0 ? named : uids.slice(-1)
}

/** One mail as a fetch tells of it, if it is the one that is asked for. */
export function fetched({ uid, bytes, date }: ScriptedMail, seq: number, args: string): Buffer[] {
  if (Number(/^(\d+) /.exec(args)?.[1]) !== uid) return []
  const [, start = '0', length = String(bytes.length)] = /<(\d+)\.(\d+)>/.exec(args) ?? []
  const isHeader = /HEADER/i.test(args)
  const whole = isHeader ? bytes.subarray(0, bytes.indexOf('\r\n\r\n') + 4) : bytes
  const piece = whole.subarray(Number(start), Number(start) + Number(length))
  const items = `UID ${uid}${isHeader ? ` RFC822.SIZE ${bytes.length} INTERNALDATE "${internal(date)}"` : ''}`
  const head = `* ${seq} FETCH (${items} BODY[${isHeader ? 'HEADER' : ''}]<${start}> {${piece.length}}\r\n`
  return [Buffer.from(head), piece, Buffer.from(')\r\n')]
}

function internal(date: Date): string {
  const [, day, month, year, time] = /(\d\d) (\w{3}) (\d{4}) ([\d:]+)/.exec(date.toUTCString()) ?? []
  return `${day}-${month}-${year} ${time} +0000`
}
