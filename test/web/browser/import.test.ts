import { describe, expect, test } from 'vitest'
import { asPhone, chromiumPath, keepPicture } from './browser.ts'
import { usePage } from './page-world.ts'

const line = (id: number, chat: string, text: string) =>
  JSON.stringify({ chat, id: String(id), at: '2026-03-14T10:00:00Z', from: 'Ana', role: 'human', text })

describe.skipIf(!chromiumPath)('importing and exporting on the page', () => {
  const { opened, enter } = usePage()

  test('files that are dropped are previewed together, imported, and everything is downloaded again', async () => {
    const { page, world } = opened()
    await enter()
    await page.evaluate("location.hash = 'settings/import'")
    const section = page.locator('#import')
    await section.getByLabel('File', { exact: true }).waitFor()
    const contents = [
      ['a.jsonl', line(1, 'roof', 'It leaks.')],
      ['b.jsonl', line(2, 'cellar', 'It is wet.')],
    ]
    const dropped = await page.evaluateHandle(`(() => {
      const data = new DataTransfer()
      for (const [name, text] of ${JSON.stringify(contents)}) data.items.add(new File([text], name))
      return data
    })()`)
    await section.dispatchEvent('dragover', { dataTransfer: dropped })
    await section.dispatchEvent('drop', { dataTransfer: dropped })
    const preview = section.getByRole('group', { name: 'In this file' })
    await preview.getByText('JSON lines: 2 messages in 2 chats').waitFor()
    await keepPicture(page, 'import preview')
    await section.getByRole('button', { name: 'Import', exact: true }).click()
    await section.getByText('2 messages imported, 0 were already there.').waitFor()
    const tap = await asPhone(page)
    await keepPicture(page, 'import on a phone')
    const download = page.waitForEvent('download')
    await tap(page.getByRole('link', { name: 'Download everything' }))
    expect((await download).suggestedFilename()).toMatch(/^skein-export-person-\d+-.*\.tar\.gz$/)
    expect(world.db.statement('SELECT count(*) FROM message').pluck().get()).toBe(2)
  })
})
