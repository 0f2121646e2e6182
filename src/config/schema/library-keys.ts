import { expectedValues } from '../expected-values.ts'
import { listOf, section } from './shapes.ts'

function paths() {
  return listOf((item) => item.startsWith('/') || item.startsWith('~/'), expectedValues.paths).default([])
}

export const library = section({
  folders: paths().describe(
    'Folders with Markdown, text, HTML and PDF files, such as ["~/notes"]. Passages that fit a message are shown to the model, and it can search them, but only in private chats with the owner. Their text counts as text from others.',
  ),
  trusted_folders: paths().describe(
    'Folders of the library that only the owner can write to. Their text counts as the words of the owner: nothing in it makes Skein ask before it acts.',
  ),
}).describe('Files that the model can look things up in.')
