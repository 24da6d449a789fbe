CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.alive (
    id integer NOT NULL,
    beat_ms bigint NOT NULL,
    CONSTRAINT alive_alive_one_row_check_check CHECK ((id = 1))
);
CREATE TABLE public.claims (
    table_id text NOT NULL,
    seq integer NOT NULL,
    owner text NOT NULL,
    until_ms bigint NOT NULL
);
CREATE TABLE public.entries (
    table_id text NOT NULL,
    seq integer NOT NULL,
    ms bigint NOT NULL,
    spent bigint NOT NULL,
    kind text NOT NULL,
    author text NOT NULL,
    request text,
    body text NOT NULL,
    after text NOT NULL
);
CREATE TABLE public.guests (
    id text NOT NULL,
    token_hash bytea NOT NULL,
    name text NOT NULL,
    created_ms bigint NOT NULL,
    seen_ms bigint NOT NULL
);
CREATE TABLE public.links (
    token_hash bytea NOT NULL,
    table_id text NOT NULL,
    seat text NOT NULL,
    giver text NOT NULL,
    expires_ms bigint NOT NULL
);
CREATE TABLE public.members (
    guest_id text NOT NULL,
    table_id text NOT NULL
);
CREATE TABLE public.outages (
    from_ms bigint NOT NULL,
    to_ms bigint NOT NULL
);
CREATE TABLE public.tables (
    id text NOT NULL,
    created_ms bigint NOT NULL,
    due_ms bigint
);
INSERT INTO public.alembic_version VALUES ('0001');
INSERT INTO public.alive VALUES (1, 1795070373207);
INSERT INTO public.claims VALUES ('VLSY2LW6', 2, '275e60c0a2d83db9', 1795070378759);
INSERT INTO public.entries VALUES ('ESCRECUR', 1, 1795070370417, 0, 'open', 'c5ff57961ab15aa9', NULL, '{"plan":{"edition":"modern-2013","players":3,"clock":{"kind":"move","seconds":3600},"record":"misterx record 1\ngame: chase\nedition: modern-2013\nrules version: 1\nplayers: 3\n\n# start\nD1@94\nD2@50\nB1@26\nB2@155\nX@106\nresult: none\n"},"game":"chase","rules_version":1,"seats":{"X":{"who":"person","guest":"c5ff57961ab15aa9","name":"Ada"},"H1":{"who":"open"},"H2":{"who":"open"}}}', '{"phase":"lobby","to_act":[],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('ESCRECUR', 2, 1795070370522, 105, 'seat', '6af462d50b796eb5', NULL, '{"seat":"H1","place":{"who":"person","guest":"6af462d50b796eb5","name":"Bob \u00d8rsted \ud83d\ude95"},"why":"sit"}', '{"phase":"lobby","to_act":[],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('ESCRECUR', 3, 1795070370546, 24, 'seat', '6af462d50b796eb5', NULL, '{"seat":"H2","place":{"who":"person","guest":"6af462d50b796eb5","name":"Bob \u00d8rsted \ud83d\ude95"},"why":"sit"}', '{"phase":"lobby","to_act":[],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('ESCRECUR', 4, 1795070370577, 31, 'start', 'c5ff57961ab15aa9', NULL, '{"seats":{"X":{"who":"person","guest":"c5ff57961ab15aa9","name":"Ada"},"H1":{"who":"person","guest":"6af462d50b796eb5","name":"Bob \u00d8rsted \ud83d\ude95"},"H2":{"who":"person","guest":"6af462d50b796eb5","name":"Bob \u00d8rsted \ud83d\ude95"}},"entries":["D1@94","D2@50","B1@26","B2@155","X@106"]}', '{"phase":"playing","to_act":["X"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('VLSY2LW6', 1, 1795070370670, 0, 'open', 'c5ff57961ab15aa9', NULL, '{"plan":{"edition":"modern-2013","players":3,"clock":{"kind":"bank","seconds":7200,"on_time":"lose"},"record":"misterx record 1\ngame: chase\nedition: modern-2013\nrules version: 1\nplayers: 3\n\n# start\nD1@94\nD2@50\nB1@26\nB2@155\nX@106\nresult: none\n"},"game":"chase","rules_version":1,"seats":{"X":{"who":"bot","player":"random"},"H1":{"who":"person","guest":"c5ff57961ab15aa9","name":"Ada"},"H2":{"who":"bot","player":"random"}}}', '{"phase":"lobby","to_act":[],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('VLSY2LW6', 2, 1795070370700, 30, 'start', 'c5ff57961ab15aa9', NULL, '{"seats":{"X":{"who":"bot","player":"random"},"H1":{"who":"person","guest":"c5ff57961ab15aa9","name":"Ada"},"H2":{"who":"bot","player":"random"}},"entries":["D1@94","D2@50","B1@26","B2@155","X@106"]}', '{"phase":"playing","to_act":["X"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('4U9SL4TU', 1, 1795070370721, 0, 'open', 'c5ff57961ab15aa9', NULL, '{"plan":{"edition":"cards-2017","players":3,"record":"misterx record 1\ngame: cards\nedition: cards-2017\nrules version: 1\nplayers: 3\n\n# deal\ndeal P2 / 57 63 5 38 74 / 82 32 7 66 73 56 87 34 X 75 18 62 42 2 53 15 44 11 14 21 72 85 47 55 64 16 31 3 1 23 37 33 4 67 36 54 81 26 35 88 58 46 41 27 6 71 25 13 86 61 45 22 52 8 65 76 24 12 43 17 78 77 48 28 83 51 68 84\nresult: none\n"},"game":"cards","rules_version":1,"seats":{"P1":{"who":"person","guest":"c5ff57961ab15aa9","name":"Ada"},"P2":{"who":"open"},"P3":{"who":"person","guest":"c5ff57961ab15aa9","name":"Ada"}}}', '{"phase":"lobby","to_act":[],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('VLSY2LW6', 3, 1795070370787, 87, 'move', 'server', 'X.2', '{"seat":"X","move":"X:K105+T89"}', '{"phase":"playing","to_act":["H1","H2"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('4U9SL4TU', 2, 1795070370834, 113, 'seat', '6af462d50b796eb5', NULL, '{"seat":"P2","place":{"who":"person","guest":"6af462d50b796eb5","name":"Bob \u00d8rsted \ud83d\ude95"},"why":"sit"}', '{"phase":"lobby","to_act":[],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('4U9SL4TU', 3, 1795070370885, 51, 'start', 'c5ff57961ab15aa9', NULL, '{"seats":{"P1":{"who":"person","guest":"c5ff57961ab15aa9","name":"Ada"},"P2":{"who":"person","guest":"6af462d50b796eb5","name":"Bob \u00d8rsted \ud83d\ude95"},"P3":{"who":"person","guest":"c5ff57961ab15aa9","name":"Ada"}},"entries":["deal P2 / 57 63 5 38 74 / 82 32 7 66 73 56 87 34 X 75 18 62 42 2 53 15 44 11 14 21 72 85 47 55 64 16 31 3 1 23 37 33 4 67 36 54 81 26 35 88 58 46 41 27 6 71 25 13 86 61 45 22 52 8 65 76 24 12 43 17 78 77 48 28 83 51 68 84"]}', '{"phase":"playing","to_act":["P2"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('4BG3ALAP', 1, 1795070370902, 0, 'open', 'c5ff57961ab15aa9', NULL, '{"plan":{"edition":"modern-2013","players":2,"record":"misterx record 1\ngame: chase\nedition: modern-2013\nrules version: 1\nplayers: 2\n\n# start\nD1@94\nD2@50\nB1@26\nB2@155\nX@106\nresult: none\n"},"game":"chase","rules_version":1,"seats":{"X":{"who":"person","guest":"c5ff57961ab15aa9","name":"Ada"},"H1":{"who":"open"}}}', '{"phase":"lobby","to_act":[],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('4BG3ALAP', 2, 1795070370990, 88, 'seat', '6af462d50b796eb5', NULL, '{"seat":"H1","place":{"who":"person","guest":"6af462d50b796eb5","name":"Bob \u00d8rsted \ud83d\ude95"},"why":"sit"}', '{"phase":"lobby","to_act":[],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('4BG3ALAP', 3, 1795070371319, 329, 'start', 'c5ff57961ab15aa9', NULL, '{"seats":{"X":{"who":"person","guest":"c5ff57961ab15aa9","name":"Ada"},"H1":{"who":"person","guest":"6af462d50b796eb5","name":"Bob \u00d8rsted \ud83d\ude95"}},"entries":["D1@94","D2@50","B1@26","B2@155","X@106"]}', '{"phase":"playing","to_act":["X"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('ESCRECUR', 5, 1795070371343, 766, 'move', 'c5ff57961ab15aa9', 'd87da12b2637cef3', '{"seat":"X","move":"X:T105"}', '{"phase":"playing","to_act":["H1","H2"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('ESCRECUR', 6, 1795070371463, 120, 'move', '6af462d50b796eb5', '591d4bb448b8ee99', '{"seat":"H1","move":"D1:T93"}', '{"phase":"playing","to_act":["H1","H2"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('ESCRECUR', 7, 1795070371579, 116, 'move', '6af462d50b796eb5', 'd82f985b2ea833cf', '{"seat":"H1","move":"B1:39"}', '{"phase":"playing","to_act":["H1","H2"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('ESCRECUR', 8, 1795070371606, 27, 'move', '6af462d50b796eb5', '659922ed5d6079f9', '{"seat":"H1","move":"B2:154"}', '{"phase":"playing","to_act":["H2"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('ESCRECUR', 9, 1795070371645, 39, 'move', '6af462d50b796eb5', '395b9861968a87d3', '{"seat":"H2","move":"D2:T38"}', '{"phase":"playing","to_act":["X"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('ESCRECUR', 10, 1795070371658, 13, 'move', 'c5ff57961ab15aa9', 'dd89844072ca7878', '{"seat":"X","move":"X:T90+K105"}', '{"phase":"playing","to_act":["H1","H2"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('4U9SL4TU', 4, 1795070371697, 812, 'move', '6af462d50b796eb5', 'a5c70a4041a8f172', '{"seat":"P2","move":"P2:32>M"}', '{"phase":"playing","to_act":["P2"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('4U9SL4TU', 5, 1795070371703, 6, 'move', '6af462d50b796eb5', '9ae83448492e881a', '{"seat":"P2","move":"P2:?P1"}', '{"phase":"playing","to_act":["P3"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('4U9SL4TU', 6, 1795070371722, 19, 'move', 'c5ff57961ab15aa9', 'b18d0a4a016deae1', '{"seat":"P3","move":"P3:53>M"}', '{"phase":"playing","to_act":["P3"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('4U9SL4TU', 7, 1795070371727, 5, 'move', 'c5ff57961ab15aa9', '44660704809b4f52', '{"seat":"P3","move":"P3:equip"}', '{"phase":"playing","to_act":["P1"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('4U9SL4TU', 8, 1795070371733, 6, 'move', 'c5ff57961ab15aa9', 'ee5f04f5d628fcf1', '{"seat":"P1","move":"P1:75>R"}', '{"phase":"playing","to_act":["P1"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('4U9SL4TU', 9, 1795070371799, 66, 'move', 'c5ff57961ab15aa9', '384213493a759fc1', '{"seat":"P1","move":"P1:?P3 = 1 4"}', '{"phase":"playing","to_act":["P2"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('VLSY2LW6', 4, 1795070371818, 1031, 'move', 'c5ff57961ab15aa9', 'f1b3ad5434170d4e', '{"seat":"H1","move":"B2:154"}', '{"phase":"playing","to_act":["H1","H2"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('VLSY2LW6', 5, 1795070371826, 8, 'move', 'c5ff57961ab15aa9', 'd3225f7c73692db4', '{"seat":"H1","move":"D1:T75"}', '{"phase":"playing","to_act":["H1","H2"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('ESCRECUR', 11, 1795070371836, 178, 'chat', '6af462d50b796eb5', 'f317473d54254e6b', '{"seat":"H1","to":null,"text":"Wo ist er? \ud83d\udd75\ufe0f"}', '{"phase":"playing","to_act":["H1","H2"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('ESCRECUR', 12, 1795070371845, 9, 'chat', '6af462d50b796eb5', '53cf7ee5c061b94d', '{"seat":"H1","to":"hunters","text":"At 67, I think"}', '{"phase":"playing","to_act":["H1","H2"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('ESCRECUR', 13, 1795070371858, 13, 'mark', '6af462d50b796eb5', '177351dd13e5202c', '{"seat":"H1","stations":[67,79],"sign":"maybe","team":"hunters"}', '{"phase":"playing","to_act":["H1","H2"],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('4BG3ALAP', 4, 1795070371865, 546, 'resign', 'c5ff57961ab15aa9', '548d0b239f982870', '{"seat":"X","winner":"hunters"}', '{"phase":"over","to_act":[],"paused":false,"outcome":["hunters","resigned"],"rounds":1}');
INSERT INTO public.entries VALUES ('J5LVGXKA', 1, 1795070371871, 0, 'open', 'c5ff57961ab15aa9', NULL, '{"plan":{"title":"Friday","edition":"modern-2013","players":4},"game":"chase","rules_version":1,"seats":{"X":{"who":"open"},"H1":{"who":"open"},"H2":{"who":"open"},"H3":{"who":"open"}}}', '{"phase":"lobby","to_act":[],"paused":false,"outcome":null}');
INSERT INTO public.entries VALUES ('J5LVGXKA', 2, 1795070371889, 18, 'seat', '6af462d50b796eb5', NULL, '{"seat":"X","place":{"who":"person","guest":"6af462d50b796eb5","name":"Bob \u00d8rsted \ud83d\ude95"},"why":"sit"}', '{"phase":"lobby","to_act":[],"paused":false,"outcome":null}');
INSERT INTO public.guests VALUES ('c5ff57961ab15aa9', '\xc575c950304f0b87c1a0b02664f0796bc61eb91cea6ec71d28ca4bd9d842cded', 'Ada', 1795070370235, 1795070370354);
INSERT INTO public.guests VALUES ('6af462d50b796eb5', '\xc05592f8cc28ca6bd3e6c4470bd2c2b8ef4d40df751d01fee84d8661aa689cca', 'Bob Ørsted 🚕', 1795070370273, 1795070370510);
INSERT INTO public.links VALUES ('\x100b055341a7f33ef9c56f017e7316007b150a738fddd3f26440472d892dabd3', 'ESCRECUR', 'H1', '6af462d50b796eb5', 1795071271899);
INSERT INTO public.members VALUES ('6af462d50b796eb5', 'ESCRECUR');
INSERT INTO public.members VALUES ('c5ff57961ab15aa9', 'ESCRECUR');
INSERT INTO public.members VALUES ('c5ff57961ab15aa9', 'VLSY2LW6');
INSERT INTO public.members VALUES ('6af462d50b796eb5', '4U9SL4TU');
INSERT INTO public.members VALUES ('c5ff57961ab15aa9', '4U9SL4TU');
INSERT INTO public.members VALUES ('6af462d50b796eb5', '4BG3ALAP');
INSERT INTO public.members VALUES ('c5ff57961ab15aa9', '4BG3ALAP');
INSERT INTO public.members VALUES ('6af462d50b796eb5', 'J5LVGXKA');
INSERT INTO public.members VALUES ('c5ff57961ab15aa9', 'J5LVGXKA');
INSERT INTO public.tables VALUES ('4U9SL4TU', 1795070370721, NULL);
INSERT INTO public.tables VALUES ('VLSY2LW6', 1795070370670, 1795077570787);
INSERT INTO public.tables VALUES ('4BG3ALAP', 1795070370902, NULL);
INSERT INTO public.tables VALUES ('ESCRECUR', 1795070370417, 1795073971658);
INSERT INTO public.tables VALUES ('J5LVGXKA', 1795070371871, NULL);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.alive
    ADD CONSTRAINT alive_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.claims
    ADD CONSTRAINT claims_pkey PRIMARY KEY (table_id);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_author_key UNIQUE (author, table_id, request);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY (table_id, seq);
ALTER TABLE ONLY public.guests
    ADD CONSTRAINT guests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.guests
    ADD CONSTRAINT guests_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_pkey PRIMARY KEY (guest_id, table_id);
ALTER TABLE ONLY public.outages
    ADD CONSTRAINT outages_pkey PRIMARY KEY (from_ms);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (id);
CREATE INDEX links_table ON public.links USING btree (table_id);
CREATE INDEX members_table ON public.members USING btree (table_id);
CREATE INDEX tables_due ON public.tables USING btree (due_ms) WHERE (due_ms IS NOT NULL);
ALTER TABLE ONLY public.claims
    ADD CONSTRAINT claims_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
