import type { ChatId } from '../../domain/ids.ts'
import { languagesOf } from '../../lib/text/language/language-guess.ts'
import { type Language, languages } from '../../messages/languages.ts'
import type { Database } from '../database.ts'

const LINES_LOOKED_THROUGH = 60
const LINES_READ = 6
const CHARACTERS_OF_A_LINE = 300

/**
 * The language in which we speak in a chat: in a private chat the one that the person chose, else the one its people wrote
 * in last. Where that does not show, as in the notices, it is the language its owner wrote in last anywhere; and if that
 * does not show either, English.
 */
export function languageIn(db: Database, chat: ChatId): Language {
  const chosen = db.statement(chosenLanguage).pluck().get(chat) as Language | null | undefined
  if (chosen) return chosen
  return guessLanguage(humanLines(db, here, chat)) ?? guessLanguage(humanLines(db, ofItsOwner, chat)) ?? 'en'
}

const chosenLanguage = `SELECT person.language FROM chat JOIN person ON person.id = chat.owner_id
  WHERE chat.id = ? AND audience = 'private'`
const here = `SELECT id, author, text FROM message WHERE chat = @chat ORDER BY id DESC LIMIT @looked`
const ofItsOwner = `
  SELECT id, CASE WHEN person_id = (SELECT owner_id FROM chat WHERE id = @chat) THEN author END AS author, text
  FROM message ORDER BY id DESC LIMIT @looked`

/** A command without words of its own says nothing about the language. */
const isBareCommand = `substr(text, 1, 1) IN ('/', '!') AND instr(trim(text), ' ') = 0`

function humanLines(db: Database, lines: string, chat: ChatId): string[] {
  return db
    .statement(
      `SELECT substr(text, 1, @characters) FROM (${lines})
       WHERE author = 'human' AND NOT (${isBareCommand}) ORDER BY id DESC LIMIT @lines`,
    )
    .pluck()
    .all({ chat, looked: LINES_LOOKED_THROUGH, lines: LINES_READ, characters: CHARACTERS_OF_A_LINE }) as string[]
}

/**
 * Of lines with the newest first. Undefined if the words do not show it, English if they are in a language that we do not
 * speak. The name of a command is the same in every language.
 */
export function guessLanguage(lines: string[]): Language | undefined {
  const [newest = ''] = lines
  if (/\p{L}/u.test(newest) && !/\p{Script=Latin}/u.test(newest)) return 'en'
  const [guessed] = languagesOf(lines.map((line) => line.replace(/^[/!]\w+/, '')).join('\n'))
  return guessed && (languages.find((language) => language === guessed) ?? 'en')
}
