const MB = 1024 * 1024

/** The limits for one mail. What exceeds them is left out, and a note says so. */
export const mailLimits = {
  parts: 200,
  /** Nesting of parts. */
  depth: 50,
  /** Nesting of attached mails. */
  nested: 5,
  /** Bytes of one text before decoding; markup and transfer encoding take many times the space of the words. */
  plainBytes: 288 * 1024,
  htmlBytes: MB / 2,
  /** Bytes of all texts together. */
  textBytes: 2 * MB,
  /** Lines of one text, or elements of one page. */
  lines: 12_000,
  /** Characters of the text we pass on. */
  text: 200_000,
  /** Characters in which we look for quotes and signatures. */
  stripped: 60_000,
  /** For one file and for all together. */
  fileBytes: 25 * MB,
  subject: 500,
  notes: 50,
}
