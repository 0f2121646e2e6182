import { describe, expect, onTestFinished, test } from 'vitest'
import { createBuild } from '../../peers/build.ts'
import { hasDovecot } from '../../peers/mail/dovecot.ts'
import { startMailDaemon } from '../../peers/mail/mail-daemon.ts'
import { hasPostfix } from '../../peers/mail/postfix.ts'
import { startMessagesApi } from '../../peers/messages-api.ts'
import { findRealClaude } from '../../spawner/claude/real-cli.ts'
import { until } from '../../support/until.ts'
import { sourcesIn, toldIn, wordsOf } from './briefed-chat.ts'

const claude = findRealClaude()

const briefing = `[[briefings]]
name = "The pond"
cron = "0 0 1 1 *"
to = ["email:ana@home.test"]
[[briefings.blocks]]
source = "command"
title = "Pond news"
command = ["/bin/echo", "heron-1-read by the reeds"]
`

describe.skipIf(!claude || !hasDovecot())('a briefing to somebody we have not written to', () => {
  test('is a mail of its own, and the reply to it knows what it said and what it was written from', async () => {
    const build = createBuild()
    const api = await startMessagesApi({ kind: 'text', pieces: [wordsOf(1)] })
    const brain = `[brain.claude]\ncommand = ${JSON.stringify(claude)}\napi_key = "sk-canary"\nbase_url = "${api.url}"\n`
    const settings = `owner_addresses = ["ana@home.test"]\n${brain}${briefing}`
    const skein = await startMailDaemon({ build, brain: 'claude', settings, postfix: hasPostfix() })
    onTestFinished(async () => {
      await skein.close()
      await api.close()
    })
    const { ana } = skein
    expect(await skein.skein('schedule', 'run', '1')).toMatchObject({ code: 0 })
    const mail = await until(async () => {
      const [first] = await ana.mailbox.mails()
      if (!first) throw new Error(`nothing came: ${skein.daemon.words().slice(-2000)}`)
      return first
    })
    expect(mail.header('subject')).toBe('The pond')
    expect(mail.header('in-reply-to')).toBeUndefined()
    expect(mail.text).toContain('heron-1-told')
    expect(sourcesIn(api.requests.at(-1)?.raw ?? '')).toEqual([1])

    // Whatever the daemon has forgotten meanwhile, the store has not.
    await skein.restart()
    api.script({ kind: 'text', pieces: ['A grey one.'] })
    await ana.reply(mail, 'Was it a grey one?')
    await until(async () => expect(await ana.mailbox.count()).toBe(2))
    const asked = api.requests.findLast(({ raw }) => raw.includes('Was it a grey one?'))
    const added = asked?.messages.findLast(({ role }) => role === 'user')?.text ?? ''
    expect([toldIn(added), sourcesIn(added)]).toEqual([[1], [1]])
    expect(toldIn(asked?.system ?? '')).toEqual([])
    const lanes = skein.query(
      "SELECT DISTINCT lane FROM message WHERE text LIKE '%heron-1-told%' OR text LIKE '%grey one%'",
    )
    expect(lanes).toEqual([expect.stringMatching(/^root:email:/)])
  }, 300_000)
})
