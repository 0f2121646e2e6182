import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isLong } from '../../../support/sizes.ts'
import { placeStore } from '../../../support/template-store.ts'
import { type Contradiction, readContradictions, type Way } from './tables.ts'
import { createToldWorld, factsIn, type Model, type ToldWorld } from './told-world.ts'

// All are in one store. The model is honest: it replaces a fact if it can see that one, in its prompt or in the
// result of a tool, and only then.

const fromText = readContradictions('contradictions-from-text.txt')
const withCode = readContradictions('contradictions.txt')
const pairs = isLong ? [...fromText, ...withCode] : fromText

/** The model keeps a statement that makes another one untrue. */
function keep(way: Way, statement: string, untrue?: string): Model {
  return async ({ system, text }, use) => {
    const numberIn = (given: string) =>
      factsIn(given).find((fact) => fact.statement === untrue || fact.statement.startsWith(`${untrue} (`))?.id
    let seen = numberIn(`${system}\n${text}`)
    if (way === 'correct') {
      seen ??= numberIn(await use('list_memories', { about: statement }))
      if (seen !== undefined) return void (await use('correct', { fact: seen, text: statement }))
    }
    const told = await use('remember', { text: statement, ...(seen && { replaces: seen }) })
    const related = seen ? undefined : numberIn(told)
    if (related !== undefined) await use('remember', { text: statement, replaces: related })
  }
}

async function tell(world: ToldWorld, way: Way, statement: string, untrue?: string): Promise<void> {
  const place = 'telegram'
  if (way === 'extraction') {
    await world.say(place, statement)
    return world.chatter(place, 12)
  }
  if (way === 'remember' || way === 'correct') return world.say(place, statement, keep(way, statement, untrue))
  const list = way === 'correction' ? await world.command(`/memory ${statement}`) : ''
  const [, number] =
    list
      .split('\n')
      .find((line) => untrue && line.includes(untrue))
      ?.match(/`\[(f\d+)\]`/) ?? []
  await world.command(`/remember ${number ? `${number} ` : ''}${statement}`)
}

test('of pairs that contradict each other the newer is in the prompt, and the older only where it is asked for', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'skein-contradictions-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  placeStore(dataDir)
  const world = createToldWorld(dataDir, {
    facts: ({ id, text }, known) =>
      pairs.flatMap(({ ways, older, newer }) => {
        const way = text === older ? ways.older : text === newer ? ways.newer : undefined
        if (way !== 'extraction') return []
        const replaces = text === newer ? known.filter(({ statement }) => statement === older).map((one) => one.id) : []
        return [{ source: id, quote: text, statement: text, replaces }]
      }),
    untrue(said, known) {
      const older = pairs.find(({ newer }) => newer === said)?.older
      return known.filter(({ statement }) => statement === older).map(({ id }) => id)
    },
  })
  for (const { ways, older } of pairs) await tell(world, ways.older, older)
  await world.endConversations()
  world.clock.advance(86_400_000)
  for (const { ways, older, newer } of pairs) await tell(world, ways.newer, newer, older)
  await world.endConversations()

  const failed = new Map<Contradiction, string>()
  for (const pair of pairs) {
    const { asked, newMark, oldMark, older, newer } = pair
    const [elsewhere = '', here = ''] = await world.ask([
      { place: 'talk', text: asked },
      { place: 'telegram', text: asked },
    ])
    const facts = factsIn(elsewhere).map(({ statement }) => statement)
    const known = await world.command(`/memory ${newer}`)
    const number = factsIn(elsewhere).find(({ statement }) => statement.includes(newMark))?.id
    const history = number ? await world.command(`/memory ${number}`) : ''
    const wrong = [
      elsewhere.includes(newMark) && here.includes(newMark) ? [] : 'the newer is missing',
      [...facts, ...factsIn(here).map(({ statement }) => statement)].some((fact) => fact.includes(oldMark))
        ? 'the older is a fact'
        : [],
      known.includes(older) ? 'the older is listed' : [],
      history.includes(older) ? [] : 'the older is not shown when asked for',
      here.includes(older) && !here.includes(newer) ? 'only the older line was recalled' : [],
    ].flat()
    if (wrong.length > 0) failed.set(pair, wrong.join(', '))
  }
  expect([...failed].map(([pair, wrong]) => `${pair.newer}: ${wrong}`)).toEqual([])
  expect([fromText.length, withCode.length]).toEqual([20, 20])
})
