export const english = String.raw`
[worked: continues]
ana 3h: My laptop fan is roaring all the time
bot 3h: Blow out the vents with compressed air and set the power plan to Balanced.
> done. better now?

[worked: continues]
ana 5h: The baby won't sleep without being carried
bot 5h: Try a warm bath at seven and put her down drowsy but awake.
> it helped

[problem: continues]
ana 4h: Order the blue curtains in 140 by 250
bot 4h: Ordered. They should arrive this afternoon.
> parcel came but the colour is wrong

[problem: continues]
ana 2h: How do I reset the thermostat?
bot 2h: Hold the centre button for ten seconds until the screen goes dark.
> nothing happens, screen stays on

[changed: continues]
ana 6h: When is the plumber coming?
bot 6h: Wednesday between 8 and 10.
> moved to Friday now

[changed: continues]
ana 9h: Put "dinner with Tom, 19:30" in the calendar
bot 9h: It is in the calendar for tonight.
> Tom can only make eight

[detail: continues]
ana 15m: Which filter fits my vacuum cleaner?
bot 15m: That depends on the model. The number is on a label underneath.
> BGS 7220, bought in 2019

[detail: continues]
ana 100m: I want to write a complaint to the airline
bot 100m: Gladly. Tell me the flight, the date and what happened.
> LH 442, 3 October, six hours late, no hotel

[fragment: continues]
ana 6m: Suggest a name for our running club
bot 6m: The Early Birds, Park Pacers or Mile High Club.
> something funnier

[fragment: continues]
ana 11m: Give me a packing list for a weekend at the sea
bot 11m: Swimwear, towel, sun cream, sandals, a light jacket and a book.
> without the beach stuff, it's November

[followup: continues]
ana 9m: I'd like to roast a leg of lamb for eight people
bot 9m: Take 2.5 kilos, rub it with garlic and rosemary, and let it rest before carving.
> how long in the oven?

[followup: continues]
ana 25m: We are thinking about adopting a greyhound
bot 25m: Good choice: calm indoors, and two walks a day are enough.
> what do they cost per month, roughly?

[nextday: continues]
ana 16h: My landlord keeps the deposit without giving a reason
bot 16h: Write to him with a deadline of two weeks. If he does not answer, the tenants' union can help.
> I wrote to him, he wants to talk on Monday

[nextday: continues]
ana 20h: The tomatoes get brown spots at the bottom
bot 20h: That is mostly a lack of calcium. Water evenly and give them some lime.
> bought lime. how much per plant?

[request: new]
ana 8m: How many calories does a banana have?
bot 8m: About 105.
> write a limerick about a cat

[request: new]
ana 14m: When does the post office close today?
bot 14m: At six.
> give me a recipe for pancakes

[task: new]
ana 12m: What is the boiling point of ethanol?
bot 12m: 78.4 degrees Celsius.
> remind me tomorrow at nine to water the plants

[task: new]
ana 40m: Who wrote "The Left Hand of Darkness"?
bot 40m: Ursula K. Le Guin, in 1969.
> translate "where is the nearest pharmacy" into Greek

[question: new]
ana 18m: Convert 12 stone to kilos
bot 18m: 76.2 kilos.
> who was the first woman in space?

[question: new]
ana 22m: Is the museum open on Mondays?
bot 22m: No, it is closed on Mondays.
> what is 17 * 23?

[later: new]
ana 7h: How do I fold a fitted sheet?
bot 7h: Tuck the corners into each other, lay it flat and fold it in thirds.
> I need a birthday poem for my boss

[later: new]
ana 5h: What does "ad hoc" mean?
bot 5h: For this purpose only.
> draft a short note to the school, Mia is ill today

[bare: new]
ana 2d: Which bus goes to the stadium?
bot 2d: Lines 4 and 11.
> any good podcasts?

[bare: new]
ana 26h: Thanks, the slides look good
bot 26h: Glad to hear it. Good luck with the talk.
> tell me a joke
`
