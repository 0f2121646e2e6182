import { expect, test } from 'vitest'
import {
  findSection,
  joinSections,
  mergeSections,
  parseSections,
  replaceSection,
} from '../../../src/lib/text/markdown-sections.ts'

const text = `Always brief.

# Answers ##
- in German

\`\`\`
# no heading
\`\`\`
## Work
Teacher.
`

test('each heading begins a section, but a line of a code block does not', () => {
  const sections = parseSections(text.replaceAll('\n', '\r\n'))
  expect(sections.map(({ title }) => title)).toEqual(['', 'Answers', 'Work'])
  expect(findSection(sections, ' answers ')?.body).toBe('- in German\n\n```\n# no heading\n```')
  expect(findSection(sections, '## Work')?.body).toBe('Teacher.')
  expect(findSection(sections, '')?.body).toBe('Always brief.')
  expect(parseSections('\n \n')).toEqual([])
})

test('one section is replaced, added or removed, and all others stay as they are', () => {
  const changed = replaceSection(text, 'WORK', 'Retired.')
  expect(parseSections(changed).map(({ title }) => title)).toEqual(['', 'Answers', 'Work'])
  expect(changed).toContain('# Answers ##\n- in German')
  expect(changed.endsWith('## Work\nRetired.\n')).toBe(true)
  expect(replaceSection(changed, 'Work', 'Teacher.')).toBe(replaceSection(text, 'nothing', ''))
  expect(replaceSection('', 'Work', 'Teacher.')).toBe('## Work\nTeacher.\n')
  expect(replaceSection('## Work\nTeacher.\n', 'work', '')).toBe('')
  expect(replaceSection('## Work\nTeacher.\n', '', 'Brief.')).toBe('Brief.\n\n## Work\nTeacher.\n')
})

test('two texts become one, and joining them again changes nothing', () => {
  const merged = mergeSections(text, 'Call me Doctor.\n\n# 2026\n\n## answers\n- short\n\n# Home\nOslo.')
  expect(merged).toBe(
    'Always brief.\nCall me Doctor.\n\n# Answers ##\n- in German\n\n```\n# no heading\n```\n- short\n\n## Work\nTeacher.\n\n# 2026\n\n# Home\nOslo.\n',
  )
  expect(mergeSections(merged, '## answers\n- short')).toBe(merged)
  expect(mergeSections('# Home\nOslo.', 'Brief.')).toBe('Brief.\n\n# Home\nOslo.\n')
  expect([mergeSections(text, ''), mergeSections('', text)]).toEqual([joined(text), joined(text)])
})

const joined = (of: string) => joinSections(parseSections(of))

test('an endless title is read in linear time', () => {
  const begun = performance.now()
  parseSections(`# ${' '.repeat(200_000)}x${' #'.repeat(100_000)}`)
  expect(performance.now() - begun).toBeLessThan(2000)
})
