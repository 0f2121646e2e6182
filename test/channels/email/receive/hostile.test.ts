import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MailAccount } from '../../../../src/channels/email/account.ts'
import { seed, seeded } from '../../../support/seeded.ts'
import { size } from '../../../support/sizes.ts'
import { until } from '../../../support/until.ts'
import { accountAt, letter, startMail } from '../rig.ts'
import { createScriptedImap, type Fault, type ScriptedImap, type Turn } from './scripted-imap.ts'

// A server that lies, stumbles and breaks off at any word (Z5). Nothing that it does may end us, lose a mail or keep us busy.

const SESSIONS = size(12, 3000)

let imap: ScriptedImap
beforeEach(async () => {
  imap = await createScriptedImap()
})
afterEach(() => imap.close())

const ADDRESS = 'skein@house.test'
const accountOn = ({ port }: ScriptedImap): MailAccount =>
  accountAt({ ports: { host: '127.0.0.1', imap: port, lmtp: 0, sasl: 0 } }, ADDRESS)
const account = () => accountOn(imap)
/** Waiting takes next to no time; what is not answered is given up soon. */
const quick = { secondMs: 2, callMs: 1000 }

const on = (verb: string, act: (turn: Turn) => void): Fault => {
  return (turn) => {
    if (turn.verb !== verb) return undefined
    act(turn)
    return true
  }
}
const before = (verb: string, words: string) =>
  on(verb, (turn) => {
    turn.write(words)
    turn.answer()
  })

/** One time of each, on whatever it is asked. */
const faults: Record<string, Fault> = {
  'BYE at the login': on('LOGIN', ({ write, cut }) => [write('* BYE overloaded\r\n'), cut()]),
  'no word at the login': on('LOGIN', () => {}),
  'NO to the folder': on('SELECT', ({ tag, write }) => write(`${tag} NO [SERVERBUG] try later\r\n`)),
  'another tag': on('SELECT', ({ write }) => write('zz99 OK done\r\n')),
  'a folder without numbers': on('SELECT', ({ tag, write }) => write(`* 3 EXISTS\r\n${tag} OK done\r\n`)),
  'numbers that are none': on('SELECT', ({ tag, write }) =>
    write(`* -1 EXISTS\r\n* OK [UIDVALIDITY x] x\r\n* OK [UIDNEXT 99999999999999999999] x\r\n${tag} OK done\r\n`),
  ),
  'NO to the search': on('UID SEARCH', ({ tag, write }) => write(`${tag} NO not now\r\n`)),
  'BAD to the search': on('UID SEARCH', ({ tag, write }) => write(`${tag} BAD what?\r\n`)),
  'junk for a search': on('UID SEARCH', ({ tag, write }) =>
    write(`* SEARCH x -1 0 "a" 5000000000\r\n${tag} OK done\r\n`),
  ),
  'a search that finds what is not there': on('UID SEARCH', ({ tag, write }) =>
    write(`* SEARCH 1 1 1 2 77777 77778\r\n${tag} OK done\r\n`),
  ),
  'a search that is not answered': on('UID SEARCH', () => {}),
  'a fetch without a mail': on('UID FETCH', ({ tag, write }) => write(`${tag} OK done\r\n`)),
  'NO to a fetch': on('UID FETCH', ({ tag, write }) => write(`${tag} NO [SERVERBUG] broken mail\r\n`)),
  'a fetch of another': on('UID FETCH', ({ tag, write }) =>
    write(`* 1 FETCH (UID 4242 RFC822.SIZE 3 BODY[HEADER]<0> {3}\r\nabc BODY[]<0> {3}\r\nabc)\r\n${tag} OK done\r\n`),
  ),
  'a fetch of nothing': on('UID FETCH', ({ tag, args, write }) =>
    write(`* 1 FETCH (UID ${/\d+/.exec(args)?.[0]} BODY[HEADER]<0> NIL BODY[]<0> NIL)\r\n${tag} OK done\r\n`),
  ),
  'a mail that has a header and no body': (turn) => {
    if (turn.verb !== 'UID FETCH' || /HEADER/i.test(turn.args)) return undefined
    turn.write(`* 1 FETCH (UID ${/\d+/.exec(turn.args)?.[0]} BODY[]<0> NIL)\r\n${turn.tag} OK done\r\n`)
    return true
  },
  'a header, and then not a word of the body': (turn) => {
    if (turn.verb !== 'UID FETCH' || /HEADER/i.test(turn.args)) return undefined
    turn.write(`${turn.tag} OK done\r\n`)
    return true
  },
  'a literal that is longer than told': on('UID FETCH', ({ tag, args, write }) =>
    write(`* 1 FETCH (UID ${/\d+/.exec(args)?.[0]} BODY[]<0> {3}\r\nabcdefgh)\r\n${tag} OK done\r\n`),
  ),
  'a literal that is shorter than told': on('UID FETCH', ({ write, cut }) => [
    write('* 1 FETCH (UID 1 BODY[]<0> {300}\r\nabc)\r\n'),
    setTimeout(cut, 20),
  ]),
  'a literal without end': on('UID FETCH', ({ write }) => write('* 1 FETCH (UID 1 BODY[]<0> {4000000000}\r\nabc')),
  'a cut in the middle of a mail': on('UID FETCH', ({ write, cut }) => [write('* 1 FETCH (UID 1 BO'), cut()]),
  'BYE in the middle of a mail': on('UID FETCH', ({ write, cut }) => [write('* BYE shutting down\r\n'), cut()]),
  'mails that vanish and come meanwhile': before(
    'UID FETCH',
    '* 1 EXPUNGE\r\n* 9999 EXISTS\r\n* 0 EXPUNGE\r\n* 1 RECENT\r\n',
  ),
  'flags of others in between': before(
    'UID FETCH',
    '* 7 FETCH (FLAGS (\\Seen))\r\n* 1 FETCH (UID 1 FLAGS (\\Seen))\r\n',
  ),
  'brackets without end': on('UID FETCH', ({ write }) => write(`* 1 FETCH ${'('.repeat(2000)}\r\n`)),
  'no IDLE after all': on('IDLE', ({ tag, write }) => write(`${tag} BAD no such thing\r\n`)),
  'an IDLE that ends by itself': on('IDLE', ({ tag, write }) => write(`+ idling\r\n${tag} OK done\r\n`)),
  'NO to a flag': on('UID STORE', ({ tag, write }) => write(`${tag} NO over quota\r\n`)),
  'a cut at a flag': on('UID STORE', ({ cut }) => cut()),
}

const greetings = {
  'no greeting': '',
  'another protocol': 'HTTP/1.1 200 OK\r\n\r\n',
  'BYE for a greeting': '* BYE too many connections\r\n',
}

/** Some mails come while the first connections are broken in one way; then the server is as it should be. */
async function storyOf(name: string): Promise<string[]> {
  const server = await createScriptedImap()
  const greeting = greetings[name as keyof typeof greetings]
  const broken = { ...(name in faults && { fault: faults[name] }), ...(greeting !== undefined && { greeting }) }
  try {
    const box = accountOn(server)
    const first = startMail([box], quick)
    await until(() => expect(first.channel.lastRoundTrip()).toBeDefined())
    await first.stop()
    const known = server.connections()
    server.plan = (connection) => (connection < known + 2 ? broken : {})
    for (const text of ['one', 'two', 'three']) server.add(letter({ to: ADDRESS, text }))
    const rig = startMail([box], quick, first.inbox)
    const { texts } = rig.inbox
    await until(() => expect(texts()).toHaveLength(3)).catch(() => {})
    server.add(letter({ to: ADDRESS, text: 'last' }))
    await until(() => expect(texts()).toContain('last')).catch(() => {})
    await rig.stop()
    return texts().toSorted()
  } finally {
    await server.close()
  }
}

test('whatever a server does wrong for a while, the mails come', async () => {
  const names = [...Object.keys(faults), ...Object.keys(greetings)]
  const stories = await Promise.all(names.map(async (name) => ({ name, came: await storyOf(name) })))
  expect(stories).toEqual(names.map((name) => ({ name, came: ['last', 'one', 'three', 'two'] })))
}, 300_000)

test('a line without end ends the connection, not us', async () => {
  const endless: Fault = on('UID SEARCH', ({ write }) => {
    for (let n = 0; n < 12; n++) write(Buffer.alloc(1024 * 1024, 'x'))
  })
  const rig = startMail([account()], { secondMs: 5 })
  await until(() => expect(rig.channel.lastRoundTrip()).toBeDefined())
  await rig.stop()
  imap.add(letter({ to: ADDRESS, text: 'one' }))
  const first = imap.connections()
  imap.plan = (connection) => (connection === first ? { fault: endless } : {})
  startMail([account()], { secondMs: 5 }, rig.inbox)
  await until(() => expect(rig.inbox.texts()).toEqual(['one']))
})

test('numbers that the server does not promise to keep are good for one connection', async () => {
  imap.validity = 0
  const rig = startMail([account()], { secondMs: 5 })
  await until(() => expect(rig.channel.lastRoundTrip()).toBeDefined())
  for (const text of ['one', 'two']) imap.add(letter({ to: ADDRESS, text }))
  await until(() => expect(rig.inbox.texts()).toEqual(['one', 'two']))
  await rig.stop()
  // They are other mails now.
  imap.mails.splice(0, 2, ...imap.mails.toReversed().map((mail, at) => ({ ...mail, uid: at + 1 })))
  imap.add(letter({ to: ADDRESS, text: 'three' }))
  startMail([account()], { secondMs: 5 }, rig.inbox)
  await until(() => expect(rig.inbox.texts()).toEqual(['one', 'two', 'three']))
})

test('a mailbox that nobody can log in to for now is no wrong password', async () => {
  imap.plan = () => ({
    fault: on('LOGIN', ({ tag, write }) => write(`${tag} NO [UNAVAILABLE] backend is away\r\n`)),
  })
  const rig = startMail([account()], { secondMs: 1 })
  await until(() => expect(imap.connections()).toBeGreaterThan(6))
  expect(rig.troubles.filter((sentence) => /refuses the login/.test(sentence))).toEqual([])
})

test(`${SESSIONS} sessions with a server that breaks at any word lose nothing and double nothing (seed ${seed})`, async () => {
  const random = seeded(seed)
  const kinds = Object.values(faults)
  const words = Object.values(greetings)
  const rig = startMail([account()], { secondMs: 1, callMs: 150 })
  await until(() => expect(rig.channel.lastRoundTrip()).toBeDefined())
  const first = imap.connections()
  const texts: string[] = []
  imap.plan = (connection) => {
    if (connection - first > SESSIONS) return {}
    if (connection % 10 === 0) {
      texts.push(`mail ${connection}`)
      imap.add(letter({ to: ADDRESS, text: `mail ${connection}` }))
    }
    if (random() < 0.1) return { greeting: words[Math.floor(random() * words.length)] ?? '' }
    const fault = kinds[Math.floor(random() * kinds.length)]
    // Not at the first word that it fits, but at any.
    return { fault: (turn) => (random() < 0.3 ? fault?.(turn) : undefined) }
  }
  // What is heard ends no session by itself: the server does, sooner or later.
  const cutter = setInterval(() => imap.hangUp(), 60)
  try {
    await expect.poll(() => imap.connections() - first, { timeout: 600_000 }).toBeGreaterThan(SESSIONS)
  } finally {
    clearInterval(cutter)
  }
  await expect.poll(() => rig.inbox.texts().length, { timeout: 120_000 }).toBeGreaterThanOrEqual(texts.length)
  expect(rig.inbox.texts().toSorted()).toEqual(texts.toSorted())
}, 900_000)
