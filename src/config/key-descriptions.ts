import type { AnyText } from '../messages/localized.ts'
import { channelDescriptions } from './schema/german/channel-descriptions.ts'
import { generalDescriptions } from './schema/german/general-descriptions.ts'
import { modelDescriptions } from './schema/german/model-descriptions.ts'
import { schemaNodeAt } from './schema/schema-tree.ts'

/** German descriptions as a tree like the schema, without the names that people give to tables. `note` describes a table. */
interface Descriptions {
  [name: string]: string | Descriptions
}

export const germanDescriptions: Descriptions = { ...generalDescriptions, ...channelDescriptions, ...modelDescriptions }

/** What a key or a table is for. The English text is the description in the schema. */
export function descriptionAt(path: readonly string[]): AnyText {
  const en = schemaNodeAt(path)?.note ?? ''
  const de = germanAt(path.filter((_, at) => schemaNodeAt(path.slice(0, at))?.kind !== 'entries'))
  return de === undefined ? en : { en, de }
}

function germanAt(path: readonly string[]): string | undefined {
  let found: string | Descriptions | undefined = germanDescriptions
  for (const name of path) found = typeof found === 'object' ? found[name] : undefined
  const text = typeof found === 'object' ? found.note : found
  return typeof text === 'string' ? text : undefined
}
