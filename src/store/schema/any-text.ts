import { customType } from 'drizzle-orm/sqlite-core'
import { type AnyText, parseText, serializeText } from '../../messages/localized.ts'

/** A column with a text for people, which is kept in every language where we wrote it ourselves. */
export const anyText = customType<{ data: AnyText; driverData: string }>({
  dataType: () => 'text',
  toDriver: serializeText,
  fromDriver: parseText,
})
