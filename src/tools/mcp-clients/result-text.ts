import { z } from 'zod'
import { truncate } from '../../lib/text/text.ts'

export const callResult = z.object({
  content: z.array(z.unknown()).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
})

const block = z.object({
  type: z.string(),
  text: z.string().optional(),
  name: z.string().optional(),
  uri: z.string().optional(),
  mimeType: z.string().optional(),
  resource: z
    .object({ uri: z.string().optional(), text: z.string().optional(), mimeType: z.string().optional() })
    .optional(),
})

/** What a model reads of a result: its text, and of everything else that it was there. */
export function resultText({ content, structuredContent }: z.infer<typeof callResult>, most: number): string {
  const parts = content.map(blockText)
  if (parts.length === 0 && structuredContent !== undefined) parts.push(JSON.stringify(structuredContent))
  const text = parts.join('\n').toWellFormed()
  return text === '' ? '[It said nothing.]' : truncate(text, most)
}

function blockText(given: unknown): string {
  const { data } = block.safeParse(given)
  if (!data) return '[something that cannot be read]'
  const { type, text, name, uri, mimeType, resource } = data
  if (type === 'text') return text ?? ''
  if (type === 'resource' && resource?.text !== undefined) return resource.text
  const what = [type, name, uri ?? resource?.uri, mimeType ?? resource?.mimeType].filter(Boolean).join(', ')
  return truncate(`[${what}: not shown]`, 500)
}
