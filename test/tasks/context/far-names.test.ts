import { expect, test } from 'vitest'
import { farNames, pastWith } from '../../support/far-names.ts'
import { createTalkedWorld } from '../../support/talked-world.ts'

// About a second for each language: a past of 150 lines is imported and summed up.

test.each(farNames)('a name of long ago is there in the middle of something else: $language', async (far) => {
  const { goOn, sayNow } = await createTalkedWorld(pastWith(far))
  sayNow(far.now)
  for (const { text, name } of far.asked) {
    const turn = goOn(text)
    expect(turn.context, text).toContain(name)
    expect(turn.parts.length, text).toBeLessThan(30)
  }
  for (const text of far.idle) expect(goOn(text).parts.filter(({ kind }) => kind === 'recalled')).toEqual([])
})
