import { describe, expect, test } from 'vitest'
import { rootLane } from '../../src/domain/ids.ts'
import { answerApproval, insertApproval } from '../../src/store/approvals.ts'
import { insertMessage } from '../../src/store/messages.ts'
import { insertDelivery, markSent, readOutboxRow, toDelivery } from '../../src/store/outbox.ts'
import { chromiumPath } from './browser.ts'
import { usePage } from './page-world.ts'

describe.skipIf(!chromiumPath)('a question on the page', () => {
  const { opened, enter, send } = usePage()

  test('is answered by a button, once, and says how it ended, also after a reload', async () => {
    const { world, page } = opened()
    await enter()
    const { chat, task } = await send('tidy up')
    const { db, channel, clock } = world
    const lane = rootLane(chat)
    const now = clock.now()
    const asked = {
      taskId: task,
      generation: 1,
      personId: world.ownerId,
      lane,
      hash: 'h',
      tool: 'Bash',
      rule: 'Bash(ls)',
    }
    const approval = insertApproval(
      db,
      { ...asked, effect: 'run ls', expiresAt: new Date(now.getTime() + 600_000) },
      now,
    )
    const text = `**Question ${approval.id}** for Ana: may I run ls`
    const place = { chat, lane, origin: 'chat', trust: 'owner', at: now, receivedAt: now } as const
    const message = insertMessage(db, { ...place, author: 'bot', kind: 'notice', name: 'Skein', text })
    const buttons = ['Yes', 'No'].map((label) => ({ label, data: `${label.toLowerCase()} ${approval.id}` }))
    const key = `approval:${approval.id}:0`
    const part = { key, messageId: message, lane, route: { chat }, kind: 'notice', part: 0, body: text } as const
    insertDelivery(db, { ...part, taskId: task, buttons, deadAt: now }, now)
    const id = db.statement('SELECT id FROM outbox WHERE key = ?').pluck().get(key) as number
    await channel.send(toDelivery(db, readOutboxRow(db, id)), new AbortController().signal)
    markSent(db, id, String(message), now)

    const yes = page.getByRole('button', { name: 'Yes', exact: true })
    await yes.click()
    await page.locator('#announcer').getByText(`yes ${approval.id}`).waitFor({ state: 'attached' })

    answerApproval(db, approval.id, { state: 'yes', by: world.ownerId }, now)
    channel.show({ kind: 'settled', chat, lane, task, message, outcome: 'Ana allowed it once.' })
    await page.getByText('Allowed.', { exact: true }).waitFor()
    expect(await yes.count()).toBe(0)
    await page.reload()
    await page.getByText('Allowed.', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'No', exact: true }).count()).toBe(0)
  })
})
