import { expect, test } from 'vitest'
import { forgedHeaders } from './forged/brought.ts'
import { forgedFrom } from './forged/from.ts'
import { forgedKeys } from './forged/keys.ts'
import { forgedByReaders } from './forged/read-the-code.ts'
import { forgedReading } from './forged/reread.ts'
import { forgedResults } from './forged/results.ts'
import { forgedSignatures, trueKey } from './forged/signatures.ts'
import { above, judge, post } from './post.ts'
import { signed, zone } from './signing.ts'
import { border, worlds } from './worlds.ts'

const kinds = [
  forgedResults,
  forgedHeaders,
  forgedFrom,
  forgedSignatures,
  forgedKeys,
  forgedByReaders,
  forgedReading,
].flatMap((some) => Object.entries(some))

/** The owners of all worlds, and of the sites below a shared suffix. */
const listed = [
  ...worlds.map(({ address }) => address),
  ...['github.io', 'co.uk', 'com'].map((suffix) => `ana@ana.${suffix}`),
]

test('no forged mail gets authority, whoever checks it', async () => {
  const passed: string[] = []
  let mails = 0
  for (const [kind, make] of kinds) {
    for (const world of worlds) {
      for (const [index, { mail, resolve = zone() }] of make(world).entries()) {
        const verdicts = [await judge(mail, { authservId: world.mx, resolve }), await judge(mail, { resolve })]
        const isIn = verdicts.some((verdict) => verdict.status === 'proven' && listed.includes(verdict.address))
        if (isIn) passed.push(`${kind} (${index}) as ${world.owner}`)
        mails += 1
      }
    }
  }
  expect(passed).toEqual([])
  expect(new Set(kinds.map(([kind]) => kind)).size).toBeGreaterThanOrEqual(40)
  expect(mails).toBeGreaterThanOrEqual(1000)
})

test('in the same worlds their owners are let in: it is the forgery that keeps the others out', async () => {
  for (const world of worlds) {
    const mail = post(`Ana <${world.owner}>`)
    const stamped = above(mail, ...border(world, `dmarc=pass header.from=${world.domain}`))
    const key = trueKey(world)
    const expected = { status: 'proven', address: world.address, name: 'Ana' }
    expect(await judge(stamped, { authservId: world.mx })).toEqual(expected)
    expect(await judge(signed(mail, key), { resolve: zone(key) })).toEqual(expected)
  }
})
