import { expect, onTestFinished, test } from 'vitest'
import { plainTextOf } from '../../../../src/web/page/text/markdown.ts'
import type { LiveEvent } from '../../../../src/web/page/wire/wire.ts'
import { createDrafts } from '../../../../src/web/routes/chats/answer-drafts.ts'
import { createTestClock } from '../../../support/test-clock.ts'
import { chatOf } from '../../world.ts'

const place = { chat: chatOf('a'), task: 1 }

function follow() {
  const sent: LiveEvent[] = []
  const drafts = createDrafts(createTestClock(), (event) => sent.push(event))
  onTestFinished(drafts.close)
  const told = (events: LiveEvent[]) =>
    events.map((event) => {
      if (event.kind === 'tool') return `step ${event.line}`
      if (event.kind === 'thought') return `thought from ${event.from}: ${event.text}`
      if (event.kind !== 'draft') return event.kind
      const parts = event.parts?.map((part) => ('step' in part ? part.step : plainTextOf(part.said))) ?? []
      return [...parts, plainTextOf(event.blocks)].join(' | ')
    })
  return { drafts, sent: () => told(sent.splice(0)), whole: () => told(drafts.whole()) }
}

test('a step closes the text before it, and a page that comes later gets all of it in order', async () => {
  const { drafts, sent, whole } = follow()
  drafts.put({ ...place, text: 'I look.' })
  drafts.addStep({ ...place, line: 'reading a.txt' })
  drafts.addStep({ ...place, line: 'reading b.txt' })
  drafts.put({ ...place, text: 'I look.\n\nI write.' })
  drafts.addStep({ ...place, line: 'writing c.txt' })
  expect(sent()).toEqual(['I look.', 'step reading a.txt', 'step reading b.txt', 'I write.', 'step writing c.txt'])
  expect(whole()).toEqual(['I look. | reading a.txt | reading b.txt | I write. | writing c.txt | '])
  // The model starts over.
  drafts.put({ ...place, text: 'Once more.' })
  await expect.poll(whole).toEqual(['Once more.'])
})

test('where each step has a draft of its own, what was said before stays', () => {
  const { drafts, whole } = follow()
  drafts.put({ ...place, text: 'I look.' })
  drafts.put({ ...place, text: 'I look.', isOver: true })
  drafts.addStep({ ...place, line: 'reading a.txt' })
  drafts.put({ ...place, text: 'It says hello.' })
  drafts.addStep({ ...place, line: 'reading b.txt' })
  expect(whole()).toEqual(['I look. | reading a.txt | It says hello. | reading b.txt | '])
})

test('of the thinking only what is new is sent', () => {
  const { drafts, sent, whole } = follow()
  drafts.setThought({ ...place, text: 'Hm.' })
  drafts.setThought({ ...place, text: 'Hm. Well.' })
  drafts.setThought({ ...place, text: 'No.' })
  expect(sent()).toEqual(['thought from 0: Hm.', 'thought from 3:  Well.', 'thought from 0: No.'])
  expect(whole()).toEqual(['', 'thought from 0: No.'])
})
