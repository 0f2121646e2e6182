import { expect, test } from 'vitest'
import { textIn } from '../../../../src/messages/localized.ts'
import { seed as chance, seeded } from '../../../support/seeded.ts'
import { size } from '../../../support/sizes.ts'
import { ana, delivery, minutes, never, startSending } from './rig.ts'
import { type Said, type Script, type Stage, startScriptedSmtp } from './scripted-smtp.ts'

// Whatever a server says, in whatever pieces, a receipt is never better than what the server has, and never worse: `sent`
// has it, `retry` and `refused` have it not, and only where its end was seen without an answer nobody knows: or where it
// went away in the moment after it had asked for the mail, when the end may be on its way.

const sessions = size(100, 2000)

const stages: Stage[] = ['greeting', 'ehlo', 'auth', 'mail', 'rcpt', 'data', 'end']
const good: Partial<Record<Stage, string>> = {
  greeting: '220',
  auth: '235',
  mail: '250',
  rcpt: '250',
  data: '354',
  end: '250',
}

function createDice(start: number) {
  const random = seeded(start)
  const under = (most: number) => Math.floor(random() * most)
  const pick = <T>(from: readonly T[]): T => from[under(from.length)] as T
  return { under, pick, happens: (part: number) => random() < part }
}

type Dice = ReturnType<typeof createDice>

const endings = ['\r\n', '\r\n', '\n', '\r\n\r\n']

/** An answer of one line or many, with or without words, in whatever length. */
function reply({ pick, under, happens }: Dice, code: string): string {
  const words = () =>
    pick(['', 'ok', '2.0.0 fine', '4.7.1 try later', '5.1.1 who?', 'ü\u0007', '<x@y>', 'w'.repeat(under(200))])
  const more = happens(0.3) ? Array.from({ length: under(5) }, () => `${code}-${words()}\r\n`).join('') : ''
  return `${more}${code} ${words()}${pick(endings)}`
}

function fault(dice: Dice, stage: Stage): Said {
  const { pick, happens, under } = dice
  const refusal = () => reply(dice, pick(['421', '450', '451', '452', '454', '500', '501', '503', '550', '552', '554']))
  const kinds: (() => Said)[] = [
    () => ({ words: refusal(), ...(happens(0.3) && { end: 'drop' }) }),
    () => ({ words: refusal() }),
    () => ({ end: pick(['drop', 'reset']), takes: happens(0.5) }),
    // Cut off within its code, so that it says nothing.
    () => ({ words: pick(['2', '25', '5', '45', 'hell']), end: 'drop', takes: happens(0.5) }),
    () => ({
      words: `${pick(['', 'nonsense', '999 what', '\u0000\u0001', '{}', 'HTTP/1.1 200 OK', 'x'.repeat(under(70_000))])}\r\n`,
      end: 'drop',
      takes: happens(0.5),
    }),
    () => ({ words: reply(dice, good[stage] ?? '250'), ...(happens(0.5) && { end: 'drop' }) }),
  ]
  return pick(kinds)()
}

function scriptOf(dice: Dice): Script {
  const offers = dice.pick([
    ['PIPELINING', 'SIZE 26214400', 'AUTH PLAIN LOGIN'],
    ['SIZE', 'AUTH PLAIN'],
    ['AUTH=PLAIN', '8BITMIME', 'X-UNKNOWN words'],
    [],
  ])
  const at: Script['at'] = {}
  for (const stage of stages) {
    if (dice.happens(0.12)) at[stage] = fault(dice, stage)
    // What it offers is the server's own.
    else if (stage !== 'ehlo') at[stage] = reply(dice, good[stage] ?? '250')
  }
  return { offers, at, inPieces: dice.happens(0.4) }
}

function leavesAfterAsking({ at }: Script): boolean {
  const said = at?.data
  return typeof said === 'object' && said.end === 'drop' && said.words?.startsWith('354') === true
}

test(`${sessions} sessions with a server that says anything (SKEIN_SEED=${chance})`, async () => {
  const smtp = await startScriptedSmtp()
  const { sender, clock } = startSending({ smtp: smtp.port }, {}, { secondMs: 10 })
  const counts: Record<string, number> = {}
  const missing = () => ['sent', 'retry', 'refused', 'unknown'].filter((status) => counts[status] === undefined)
  // Goes on until each of them has happened; if one never does, the dice are loaded.
  for (let session = 0; session < sessions || (missing().length > 0 && session < 20 * sessions); session++) {
    const script = scriptOf(createDice(chance + session))
    smtp.always(script)
    // A login that was refused is over.
    clock.advance(minutes(60))
    const before = { taken: smtp.taken.length, ends: smtp.ends }
    const receipt = await sender.send(delivery(`mail ${session}`), never)
    const [taken, ends] = [smtp.taken.length - before.taken, smtp.ends - before.ends]
    counts[receipt.status] = (counts[receipt.status] ?? 0) + 1
    const said = `${chance + session}: ${JSON.stringify(receipt).slice(0, 200)} after ${JSON.stringify(script).slice(0, 600)}`
    if (receipt.status === 'sent') expect(taken, said).toBe(1)
    else if (receipt.status === 'unknown') expect(ends === 1 || leavesAfterAsking(script), said).toBe(true)
    else expect(taken, said).toBe(0)
    if ('reason' in receipt) expect(textIn(receipt.reason, 'en').length).toBeLessThanOrEqual(300)
  }
  for (const { to } of smtp.taken) expect(to).toEqual([ana])
  expect(missing(), JSON.stringify(counts)).toEqual([])
}, 900_000)
