import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

interface Row {
  name: string
  did: string
  files: string[]
  parts: number
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const load = async <T>(file: string) => (await import(join(root, 'scripts/proof', file))) as T
const { catalogue } = await load<{ catalogue: Row[] }>('catalogue.mjs')
const { renderPage } = await load<{
  renderPage(rows: Row[], results: object, soak: object | undefined): Record<string, string>
}>('page.mjs')
const promises = readFileSync(join(root, 'docs/promises.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise'))
  .map((line) => {
    const [promise = '', , proof = ''] = line.split(' | ')
    return { promise, rows: Array.from(proof.matchAll(/`([\w-]+)`/g), ([, row = '']) => row) }
  })
const names = catalogue.map(({ name }) => name)

describe('the proof', () => {
  test('has a row for every promise, and every row belongs to one', () => {
    expect(promises.length).toBeGreaterThan(25)
    expect(promises.filter(({ rows }) => rows.length === 0)).toEqual([])
    const named = new Set(promises.flatMap(({ rows }) => rows))
    expect([...named].filter((row) => !names.includes(row))).toEqual([])
    expect(names.filter((row) => !named.has(row))).toEqual([])
  })

  test('has rows that name tests which are there, and no row twice', () => {
    expect(new Set(names).size).toBe(names.length)
    expect(catalogue.filter(({ files }) => files.length === 0)).toEqual([])
    expect(catalogue.flatMap(({ files }) => files).filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  test('is a page that shows what was lost, what failed and what was not run', () => {
    const part = {
      commit: 'abc',
      machine: 'a processor',
      outcome: 'failed',
      passed: 4,
      failed: 1,
      skipped: 0,
      seconds: 61,
      failures: ['a test: expected 0 to be 1'],
      figures: [
        { name: 'kill', figures: { sent: 90, kills: 8, lost: 1, doubled: 0, stuck: 0, 'slowest stop': '12 ms' } },
      ],
    }
    const taken = { ...part, figures: [{ name: 'sabotage', figures: { defences: 5, noticed: 4 } }] }
    const rows = { 'kill-page': [part], queue: [null], sabotage: [taken, taken] }
    const samples = {
      'kill-page': { passed: 3, failed: 0, share: 1 / 3, figures: [{ name: 'kill', figures: { kills: 2 } }] },
    }
    const files = renderPage(catalogue, { version: '1', rows, samples }, undefined)
    const lines = (files['proof.md'] ?? '').split('\n')
    const lineOf = (name: string) => lines.find((line) => line.startsWith(`| \`${name}\``)) ?? ''
    expect(lineOf('kill-page')).toContain(
      '| 8 kills | 1 | 0 | 0 | slowest stop 12 ms | 4, 1 failed | 3 tests, 2 of 8 tries, every third run | FAILED | 2 | abc |',
    )
    expect(lineOf('queue')).toContain('| not run |')
    expect(lineOf('sabotage')).toContain('| 10 defences, 8 noticed |')
    expect(lines).toContain('- **kill-page**: a test: expected 0 to be 1')
    expect(files['proof/losses.svg']).toContain('8 / 1')
    expect(files['proof.md']).toContain('on average 1 tests of the 5 below, and 8.3 % of what is tried so often')
  })

  test('shows the long run with its counts, its slopes and a picture of each quantity', () => {
    const quantities = {
      rssMb: 250,
      heapMb: 60,
      descriptors: 80,
      processes: 4,
      storeMb: 9,
      walMb: 16,
      logMb: 0.2,
      costPerMessageMs: 50,
      promptTokens: 7000,
    }
    const soak = {
      commit: 'abc',
      date: '2026-11-02T09:00:00.000Z',
      machine: { cpu: 'a processor', cores: 2, memoryGb: 8, node: 'v20.19.0' },
      messages: 1000,
      minutes: 9.6,
      days: 6.98,
      samples: [500, 1000].map((messages) => ({ messages, ...quantities })),
      slopes: { heapMb: { perThousand: 0.125, error: 0.02 } },
      ends: { starts: 3, kills: 1, jobRuns: 40, repeated: 2 },
      leftOut: ['Dovecot is missing'],
      lost: 0,
      doubled: 1,
      stuck: 0,
      misrouted: 0,
      failed: 0,
    }
    const files = renderPage(catalogue, { version: '1', rows: {} }, soak)
    const page = files['proof.md'] ?? ''
    expect(page).toContain('0 lost, 1 doubled, 0 stuck')
    expect(page).toContain('Left out: Dovecot is missing.')
    expect(page).toContain('| [Heap in use in MB](proof/heap.svg) | 60 | 0.125 ± 0.040 |')
    const pictures = Object.keys(files).filter((file) => file.endsWith('.svg'))
    expect(pictures).toHaveLength(Object.keys(quantities).length)
    expect(pictures.filter((file) => !page.includes(`(${file})`))).toEqual([])
    expect(files['proof/log.svg']).toContain('>0.20<')
  })
})
