import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Build } from '../../peers/build.ts'
import { hasDovecot } from '../../peers/mail/dovecot.ts'
import { createHastyMailBuild, type MailDaemon, startMailDaemon } from '../../peers/mail/mail-daemon.ts'
import { createPostOffice, type PostOffice } from '../../peers/mail/post-office.ts'
import { createResponder, type Responder } from '../../peers/mail/responder.ts'
import { until } from '../../support/until.ts'

const CAP = 3

/** As a careless relay does: nothing is left that says a machine wrote it. */
function withoutManners(bytes: Buffer): Buffer {
  const [head = '', ...body] = bytes.toString('latin1').split('\r\n\r\n')
  const fields = head.split(/\r\n(?![ \t])/)
  const kept = fields.filter((field) => !/^(auto-submitted|x-auto-response-suppress|x-skein-\w+):/i.test(field))
  return Buffer.from([kept.join('\r\n'), ...body].join('\r\n\r\n'), 'latin1')
}

describe.skipIf(!hasDovecot())('mails that machines write to each other, between two built daemons and others', () => {
  const [us, them] = ['skein@house.test', 'robin@work.test']
  let build: Build
  let office: PostOffice
  let skein: MailDaemon
  let robin: MailDaemon
  let responder: Responder | undefined
  let isCareless = false
  beforeAll(async () => {
    build = createHastyMailBuild()
    office = await createPostOffice({ signs: true, changes: (bytes) => (isCareless ? withoutManners(bytes) : bytes) })
    skein = await start(us, [them, 'away@home.test', 'polite@home.test', 'bea@home.test', 'list@home.test'])
    robin = await start(them, [us])
  })
  afterEach(async () => {
    isCareless = false
    await responder?.stop()
  })
  afterAll(async () => {
    await skein?.close()
    await robin?.close()
    await office.close()
  })

  function start(address: string, members: string[]): Promise<MailDaemon> {
    const list = members.map((member) => `"${member}"`).join(', ')
    const settings = `owner_addresses = ["ana@home.test"]\nmember_addresses = [${list}]\nreplies_per_thread = ${CAP}\n`
    return startMailDaemon({ build, office, address, settings })
  }
  /** Answers that a model wrote; what says that it is enough is none. */
  const answers = (daemon: MailDaemon, to: string) =>
    daemon.query(
      "SELECT count(*) FROM task WHERE kind = 'reply' AND state = 'answered' AND route -> 'facts' ->> 'to' = ?",
      to,
    )[0]
  const warnings = (daemon: MailDaemon, of: string) =>
    daemon
      .notices()
      .filter(
        (text) =>
          text.startsWith(`${of} writes more mails than I answer`) || text.startsWith(`${of} answers like a machine`),
      )

  test('two of us fall silent at once, because each sees that a machine wrote', async () => {
    await office.person(them).write({ to: us, text: 'Hello, who are you?' })
    await until(async () => expect(await robin.mailbox.count()).toBe(1))
    await robin.settled()
    await skein.settled()
    expect([answers(skein, them), answers(robin, us)]).toEqual([1, 0])
    expect(await skein.mailbox.count()).toBe(1)
  })

  test('two of us between whom every sign of it is lost stop at the cap, and an owner is told', async () => {
    isCareless = true
    await office.person(them).write({ to: us, subject: 'Again', text: 'And who are you now?' })
    await until(() => expect(warnings(skein, them).length + warnings(robin, us).length).toBeGreaterThan(0))
    // What says that it is enough is answered once more at most, and that by nobody.
    for (let round = 0; round < 3; round++) for (const one of [skein, robin]) await one.settled()
    expect(Number(answers(skein, them))).toBeLessThanOrEqual(1 + CAP)
    expect(Number(answers(robin, us))).toBeLessThanOrEqual(CAP)
    expect(await robin.mailbox.count()).toBeLessThanOrEqual(1 + CAP + 1)
  })

  test('an auto-responder that says so is answered once, as a person would be', async () => {
    const polite = office.person('polite@home.test')
    responder = createResponder(polite, () => ({ text: 'On holiday.', headers: { 'Auto-Submitted': 'auto-replied' } }))
    await polite.write({ to: us, subject: 'Before I go', text: 'Any news?' })
    await until(() => expect(responder?.answered()).toBe(1))
    await skein.settled()
    expect(answers(skein, polite.address)).toBe(1)
    expect(await polite.mailbox.count()).toBe(1)
  })

  test('one that says nothing of it is answered up to the cap, told that it is enough, and then heard in silence', async () => {
    const away = office.person('away@home.test')
    responder = createResponder(away, () => ({ text: 'I am on holiday.' }))
    await away.write({ to: us, subject: 'Before I go', text: 'Any news?' })
    await until(() => expect(responder?.answered()).toBe(CAP + 1))
    await skein.settled()
    expect(answers(skein, away.address)).toBe(CAP)
    expect(await away.mailbox.count()).toBe(CAP + 1)
    expect(warnings(skein, away.address)).toHaveLength(1)
    // All of it is kept, also what nobody answered.
    expect(skein.query("SELECT count(*) FROM message WHERE text = 'I am on holiday.'")).toEqual([CAP + 1])
  })

  test('what we wrote ourselves starts nothing, however it comes back', async () => {
    const [self, bea] = [office.person(us), office.person('bea@home.test')]
    const before = await skein.mailbox.count()
    await self.write({ to: us, text: 'note to self' })
    await self.write({ to: 'skein+token@house.test', text: 'note to self, by another road' })
    const asked = await bea.write({ to: us, text: 'What about the loop?' })
    const [answer] = await skein.answers(bea, asked)
    // A mailbox that sends everything on, to us as well.
    await office.border.take({ from: bea.address, to: [us] }, answer?.bytes ?? Buffer.alloc(0))
    await until(async () => expect(await skein.mailbox.count()).toBe(before + 4))
    await skein.settled()
    expect([answers(skein, us), answers(skein, bea.address)]).toEqual([0, 1])
    expect(await bea.mailbox.count()).toBe(1)
  })

  test('a list is not answered, neither a person on it nor one that writes in its own name', async () => {
    const list = office.person('list@home.test', 'The list')
    const before = await skein.mailbox.count()
    const headers = { 'List-Id': '<bread.home.test>', Precedence: 'list' }
    const post = await skein.ana.write({ to: list.address, subject: '[bread] Rye', text: 'Who has rye?', headers })
    await office.border.take({ from: list.address, to: [us] }, post.bytes)
    await list.write({ to: us, subject: '[bread] Rye', text: 'Ana via the list: who has rye?', headers })
    await until(async () => expect(await skein.mailbox.count()).toBe(before + 2))
    await skein.settled()
    expect([answers(skein, list.address), answers(skein, skein.ana.address)]).toEqual([0, 0])
    expect(await skein.ana.mailbox.count()).toBe(0)
  })
})
