import type { Language } from '../language.ts'

/** What is or was so: what one could or should do is no matter of the past. */
const aux = "(?:do|does|did|has|have|had|is|are|was|were|am)(?:n't)?"
/** A plural, or what is many without one. */
const plural =
  '(?:[a-z]{2,}(?<![suia])s|[a-z]+ies|[a-z]+(?:ea|ia|ua)s|people|children|men|women|food|music|stuff|advice|clothing|equipment)'
const like =
  "(?<!(?:look|looks|looked|sound|sounds|feel|feels|felt|would|taste|'d) )like[sd]?(?! (?:this|that|a|an|the) )"
const unit = '(?:second|minute|hour|day|week|month|year)s?'

export const english: Language = {
  small: `a about and are at can could did do does for from had has have how i in is it list me my of on or our show tell
    that the their there they this to was we were what when where which who why with you your`,
  opens: [
    "(?:what|which|who|whose|how|where|when|why|in (?:what|which|how)|on (?:what|which)|do|does|did|have|has|is|are|was|were|am|can|could|would|will)(?:'s|'re|'ve|n't)?",
    "(?:please |just )?(?:list|enumerate|name|give|tell|show|walk|summari[sz]e|sum|recap|compare|remind|bring|catch|fill|count|sort|put|i (?:want|need)|i would like|i'd like|let's)",
  ],
  ours: [
    '(?<!(?:can|could|should|shall|may|must|if|how do) )i(?! (?:need|have) to)',
    'my|mine|our|ours|us|he|she|his|they|their|theirs|him',
    '(?<!(?:can|could|should|shall|may|must|how do) )we|her',
    '(?:did|have) you|you (?:said|told|mentioned|know|suggested|recommended)',
    'so far|until now|up to now|over time|up to date|our conversations?|across (?:all )?(?:conversations|chats|sessions)',
  ],
  atHand: [
    '(?:this|these|the following|the attached|the above) (?:[a-z]+ )?(?:text|article|page|link|e?mail|document|file|pdf|paragraph|message|video|note|transcript|sentence|code|numbers|words|letter)s?',
    'following|attached|below',
  ],
  asks: {
    order: [
      '(?:what|which|the|chronological|right|correct) order (?:in|of|i|we|he|she|they|did|do|does|were|was|have|has|that|things)',
      '(?:list|name|tell|show|give|walk)\\b.{0,60} in (?:the )?(?:chronological |right |correct )?order(?! (?:to|for)\\b)',
      '(?:a|the|as|full|complete) time ?line|chronolog[a-z]+|sequence of|what (?:came|happened|was) first|before or after|after or before|one after (?:the other|another)',
    ],
    change: [
      `(?:what|anything|something|how|which|where)\\b.{0,60}\\b(?:has|have|had|did|'s|'ve)\\b.{0,60}\\b(?:changed?|evolved?|shift(?:ed)?|progress(?:ed)?|develop(?:ed)?|improved)`,
      "what(?: is|'s) (?:new|different)|(?:any|what) (?:changes|updates?|news) (?:to|in|on|of|about|with|from)",
      "(?:am|is|are|do|does|was|were|have|has) (?:[a-z']+ ){1,4}still|still (?:the (?:same|plan|case)|valid|true)",
      '(?:no longer|not .{0,30}any ?more|used to)\\b.*\\?',
      "(?:what(?:'s| is| are| was| does| do)|which|who(?:'s| is| are)|where(?:'s| is| are| do| does)|how (?:many|much|old|long|big|is|are)|when(?:'s| is)) (?:[a-z']+ ){0,4}?(?:latest|newest|most recent|current|currently|these days|nowadays)",
      'change(?:d)? (?:my|his|her|their|our) (?:mind|plan|view|opinion)s?.*\\?',
    ],
    summary: [
      'summar(?:y|ies|i[sz]e[sd]?|i[sz]ing)|over ?view|recap|sum (?:up|it up)|(?:catch|fill|bring) (?:me|us) (?:up|in)',
      '(?:everything|all|anything|what) (?:that )?(?:do )?(?:you|we|i) (?:know|said|told|discussed|talked|have|learned|learnt)(?: .{0,20})? (?:about|of|on|regarding)',
      'how .{3,80}(?:progress(?:ed)?|develop(?:ed)?|evolved?|gone|going) (?:so far|over time|until now)',
    ],
    comparison: [
      'compar(?:e|ed|es|ing|ison)|differences? between|versus|vs|in common|the same .{2,40} as',
      '(?:do|does|did|have|has|are|were|is|was) .{0,20}both',
      `(?:how (?:many ${unit}|long|much)|what).{0,60} between .+ and`,
      '(?:more|less|fewer|better|worse|older|earlier|later|longer|cheaper|[a-z]{3,}er) than .{2,60}\\?',
    ],
    count: [
      `how (?:many(?! ${unit} (?:ago|are in|until|left))|often)`,
      '(?:number|total|sum) (?:number )?of (?:all )?(?:the |my |our |his |her |their )?[a-z]+s|(?:in|the) total|altogether',
    ],
    list: [
      `(?:what|which)(?: other| different| various| new| kinds? of| types? of| sorts? of| some)*(?: [a-z'-]+){0,2}? ${plural}(?: of [a-z]+| and [a-z]+){0,2} ${aux}`,
      `(?:what|which) (?:kinds?|types?|sorts?|genres?) of [a-z]+ ${aux}`,
      "(?:what|who|which) (?:are|were) (?:some |all )?(?:the |my |our |his |her |their |[a-z]+'s |[a-z]+s' )(?:[a-z'-]+ ){0,3}?" +
        plural,
      '(?:list|enumerate)(?: (?:me|us|out))? (?:all|every|the|my|our|his|her|their|each|some|what|which|everything)',
      '(?:list|name|tell|show|give|find|what)\\b.{0,30}\\b(?:(?:all|every one|each) (?:of )?(?:the|my|our|his|her|their|those) [a-z]+s|everything (?:i|we|he|she|they))',
      '(?:every|each) time|all the times',
      'what (?:all|else|other)',
    ],
    liking: [
      `(?:what|which|who|where|how)\\b.{0,60}\\b(?:do|does|did|are|is|am|have|has|would)\\b.{0,60}\\b(?:${like}|loves?|prefers?|preferred|enjoys?|enjoyed|hates?|dislikes?|interested in|fond of|fans? of|keen on|into)`,
      '(?:what|which|who|where)\\b.{0,40}\\b(?:favou?rites?|preferences?|tastes?|interests|hobbies|hobby|likes|dislikes|pastimes?)',
    ],
  },
  frame: `many number total altogether often list lists listing enumerate order orders sequence timeline chronological
    chronologically summary summarise summarize summaries overview recap comprehensive comprehensively complete thorough
    detailed clear brief short different various aspects aspect topic topics item items thing things mention mentioned
    mentions mentioning bring brought raise raised discuss discussed discussing talk talked conversations
    chats sessions messages across throughout walk give provide tell show please only two three four five
    six seven eight nine ten compare compared comparing comparison difference differences between versus vs both common
    latest newest recent currently current still every each say said told know ask asked`,
}
