CREATE TABLE `message_vector` (
	`message_id` integer PRIMARY KEY NOT NULL,
	`chat` text NOT NULL,
	`at` integer NOT NULL,
	`bits` blob NOT NULL,
	`vector` blob NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `message_vector_sketch` ON `message_vector` (`chat`,`message_id`,`at`,`bits`);--> statement-breakpoint
CREATE TABLE `vector_model` (
	`id` integer PRIMARY KEY NOT NULL,
	`model` text NOT NULL,
	`dimension` integer DEFAULT 0 NOT NULL,
	`from_id` integer NOT NULL,
	`to_id` integer NOT NULL
);
