/** What a system row says to whom: `you` as the one who did it, and as the one it was done to. */
interface Sentence {
  others: string
  byYou: string
  toYou?: string
}

const sentences: Record<string, Sentence> = {
  conversation_created: plain('created the conversation'),
  user_added: {
    others: '{actor} added {user}',
    byYou: 'You added {user}',
    toYou: '{actor} added you',
  },
  user_removed: {
    others: '{actor} removed {user}',
    byYou: 'You removed {user}',
    toYou: '{actor} removed you',
  },
  moderator_promoted: {
    others: '{actor} promoted {user} to moderator',
    byYou: 'You promoted {user} to moderator',
    toYou: '{actor} promoted you to moderator',
  },
  moderator_demoted: {
    others: '{actor} demoted {user} from moderator',
    byYou: 'You demoted {user} from moderator',
    toYou: '{actor} demoted you from moderator',
  },
  message_deleted: plain('deleted a message'),
  message_edited: plain('edited a message'),
  reaction_revoked: plain('deleted a reaction'),
  history_cleared: plain('cleared the history of the conversation'),
  read_only: plain('locked the conversation'),
  read_only_off: plain('unlocked the conversation'),
  lobby_non_moderators: plain('restricted the conversation to moderators'),
  lobby_none: plain('opened the conversation to everyone'),
  guests_allowed: plain('allowed guests'),
  guests_disallowed: plain('disallowed guests'),
  description_set: plain('set the description'),
  description_removed: plain('removed the description'),
  message_expiration_disabled: plain('disabled message expiration'),
  call_started: plain('started a call'),
  call_left: plain('left the call'),
  thread_created: plain('created thread {title}'),
  thread_renamed: plain('renamed thread to {title}'),
  file_shared: plain('shared a file which is no longer available'),
}

function plain(deed: string): Sentence {
  return { others: `{actor} ${deed}`, byYou: `You ${deed}` }
}

/** The sentence for a reader; what is not listed says what was written. */
export function sentenceFor(system: string, written: string, reader: 'actor' | 'user' | 'other'): string {
  if (written !== '') return reader === 'actor' ? written.replace('{actor}', 'You') : written
  const sentence = sentences[system]
  if (sentence === undefined) return system
  if (reader === 'actor') return sentence.byYou
  return reader === 'user' ? (sentence.toYou ?? sentence.others) : sentence.others
}

/** One who left or came by themselves. */
export const alone: Record<string, Sentence> = {
  user_removed: plain('left the conversation'),
  user_added: plain('joined the conversation'),
}
