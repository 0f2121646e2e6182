import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { canReadPdfs, createPdfReader } from '../../../src/tasks/library/pdf-text.ts'
import { createFolder, createLibraryWorld, write } from './library-world.ts'

const never = new AbortController().signal
const hasPdf = await canReadPdfs(process.env, never)

describe('hostile files end in a sentence', () => {
  test('a text of one gigabyte, a pipe, devices, links and loops', async () => {
    const outside = createFolder()
    write(outside, 'secret.md', 'the safe opens with 4711')
    const world = createLibraryWorld({ 'good.md': 'A good file.' })
    const at = (path: string) => join(world.folder, path)
    const huge = openSync(at('huge.txt'), 'w')
    ftruncateSync(huge, 1_000_000_000)
    closeSync(huge)
    execFileSync('mkfifo', [at('pipe.md')])
    symlinkSync('/dev/zero', at('zero.txt'))
    symlinkSync(join(outside, 'secret.md'), at('link.md'))
    symlinkSync(outside, at('folder'))
    mkdirSync(at('round'))
    symlinkSync(world.folder, at('round/again'))
    writeFileSync(at('binary.txt'), Buffer.concat([Buffer.from('text'), Buffer.alloc(100), Buffer.from('more')]))
    const problems = await world.until(() => expect(world.paths()).toEqual(['binary.txt', 'good.md', 'huge.txt']))
    expect(world.says()).toMatch(/; 5 links and special files left out$/)
    expect(world.found('good file')).toEqual(['good.md#1'])
    expect(world.found('safe opens')).toEqual([])
    expect(problems).toMatch(/huge\.txt: too large/)
    expect(problems).toMatch(/binary\.txt: not a text/)
  })

  test('strange names and broken encodings', async () => {
    const name = 'line\nbreak \u001b[31m\u202e.md'
    const world = createLibraryWorld({ [name]: 'quince', 'latin.txt': Buffer.from([0x4d, 0xfc, 0x6c, 0x6c]) })
    execFileSync('sh', ['-c', 'printf "%s" "lost" > "$(printf "bad\\377name.md")"'], { cwd: world.folder })
    const problems = await world.until(() => expect(world.paths()).toHaveLength(2))
    expect(world.found('quince')).toEqual([`${name}#1`])
    expect(world.found('Müll')).toEqual(['latin.txt#1'])
    expect(problems).toMatch(/one folder or file cannot be read/)
  })

  test('deeply nested and endless HTML', async () => {
    const world = createLibraryWorld({
      'deep.html': `<p>before the depth</p>${'<div>'.repeat(1_000_000)}hidden`,
      'unclosed.html': `<p>open ${'<a href="'.repeat(200_000)}`,
      'closing.html': `${'<b>'.repeat(400)}${'</i>'.repeat(500_000)}<p>after the marks</p>`,
      'good.html': '<title>Shed</title><script>evil()</script><h2>Door</h2><p>It is <b>green</b>.<ul><li>hinge</ul>',
    })
    let longestMs = 0
    let last = performance.now()
    const timer = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - last)
      last = performance.now()
    }, 5)
    const problems = await world.until(() => expect(world.paths()).toHaveLength(4))
    clearInterval(timer)
    expect(world.found('before the depth')).toContain('deep.html#1')
    expect(world.found('green hinge')).toContain('good.html#1')
    expect(world.found('evil')).toEqual([])
    expect(problems).toMatch(/only the beginning/)
    // Nothing else may wait for long, also on a busy machine.
    expect(longestMs).toBeLessThan(2000)
  })

  test('too many passages and a folder that is too deep', async () => {
    const world = createLibraryWorld({
      'long.md': 'word '.repeat(600_000),
      'headings.md': '# h\nx\n'.repeat(6000),
      [`${'d/'.repeat(60)}a.md`]: 'too deep',
    })
    const problems = await world.until(() => expect(world.paths()).toEqual(['headings.md', 'long.md']))
    expect(problems).toMatch(/2 files of the library, such as \S+headings\.md: only the beginning/)
    const passages = world.db.raw.prepare("SELECT passages FROM library_file WHERE path = 'headings.md'").pluck()
    expect(passages.get()).toBe(5000)
    expect(problems).toMatch(
      /is not read completely\. Skein reads at most 20,000 files, 10,000 folders and 40 levels of folders/,
    )
  })
})

describe.skipIf(!hasPdf)('PDF files', () => {
  test('are read page by page', async () => {
    const world = createLibraryWorld({ 'a.pdf': pdfOf('BT /F1 12 Tf 20 100 Td (The boiler was built in 1987) Tj ET') })
    await world.until(() => expect(world.found('boiler')).toEqual(['a.pdf#1']))
  })

  test('that are damaged, endless or bombs end in a sentence', async () => {
    const world = createLibraryWorld({
      'damaged.pdf': '%PDF-1.4\nthis is nothing',
      'empty.pdf': pdfOf(''),
      'bomb.pdf': pdfOf('BT /F1 12 Tf 20 100 Td (quince) Tj ET '.repeat(200_000)),
    })
    const problems = await world.until(() => expect(world.paths()).toHaveLength(3))
    expect(problems).toMatch(/is damaged or protected/)
  }, 120_000)

  test('that hang the reader are given up', async () => {
    const endless = pdfOf('BT /F1 12 Tf 20 100 Td (quince) Tj ET '.repeat(3_000_000))
    const started = performance.now()
    const answer = await createPdfReader(process.env, 1).read(endless, never)
    expect(answer.problem).toMatch(/pdf-limits|cut/)
    expect(performance.now() - started).toBeLessThan(20_000)
  }, 60_000)
})

test('without a reader, PDF files are named', async () => {
  const world = createLibraryWorld({ 'a.pdf': '%PDF-1.4' })
  const problems = await world.until(() => expect(world.paths()).toEqual(['a.pdf']), { env: { PATH: '/nowhere' } })
  expect(problems).toMatch(/install poppler-utils and bubblewrap/)
})

/** A file with one page that consists of these operators. */
function pdfOf(operators: string): Buffer {
  const content = deflateSync(Buffer.from(operators))
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    ),
    Buffer.concat([
      Buffer.from(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
      content,
      Buffer.from('\nendstream'),
    ]),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
  ]
  const parts = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    parts.push(part)
    length += part.length
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 6\n0000000000 65535 f \n${table}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
