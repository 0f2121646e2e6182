import { languageOf } from '../../../messages/languages.ts'

/** "1 byte", "42.5 KB", "3.1 GB". */
export function sizeInWords(bytes: number, locale: string): string {
  const isGerman = languageOf(locale, []) === 'de'
  const units = [isGerman ? 'Byte' : bytes === 1 ? 'byte' : 'bytes', 'KB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  return `${(bytes / 1024 ** step).toLocaleString(locale, { maximumFractionDigits: 1 })} ${units[step]}`
}
