BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE alive (
	id INTEGER NOT NULL, 
	beat_ms BIGINT NOT NULL, 
	CONSTRAINT alive_pkey PRIMARY KEY (id), 
	CONSTRAINT alive_alive_one_row_check_check CHECK (id = 1)
);
INSERT INTO "alive" VALUES(1,1795070362898);
CREATE TABLE claims (
	table_id TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	owner TEXT NOT NULL, 
	until_ms BIGINT NOT NULL, 
	CONSTRAINT claims_pkey PRIMARY KEY (table_id), 
	CONSTRAINT claims_table_id_fkey FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE entries (
	table_id TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	ms BIGINT NOT NULL, 
	spent BIGINT NOT NULL, 
	kind TEXT NOT NULL, 
	author TEXT NOT NULL, 
	request TEXT, 
	body TEXT NOT NULL, 
	"after" TEXT NOT NULL, 
	CONSTRAINT entries_pkey PRIMARY KEY (table_id, seq), 
	CONSTRAINT entries_author_key UNIQUE (author, table_id, request), 
	CONSTRAINT entries_table_id_fkey FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "entries" VALUES('CMN6M52A',1,1795070360788,0,'open','1ea918a3500f76ba',NULL,'{"plan":{"edition":"modern-2013","players":3,"clock":{"kind":"bank","seconds":7200,"on_time":"lose"},"record":"misterx record 1\ngame: chase\nedition: modern-2013\nrules version: 1\nplayers: 3\n\n# start\nD1@94\nD2@50\nB1@26\nB2@155\nX@106\nresult: none\n"},"game":"chase","rules_version":1,"seats":{"X":{"who":"bot","player":"random"},"H1":{"who":"person","guest":"1ea918a3500f76ba","name":"Ada"},"H2":{"who":"bot","player":"random"}}}','{"phase":"lobby","to_act":[],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('CMN6M52A',2,1795070360801,13,'start','1ea918a3500f76ba',NULL,'{"seats":{"X":{"who":"bot","player":"random"},"H1":{"who":"person","guest":"1ea918a3500f76ba","name":"Ada"},"H2":{"who":"bot","player":"random"}},"entries":["D1@94","D2@50","B1@26","B2@155","X@106"]}','{"phase":"playing","to_act":["X"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('CMN6M52A',3,1795070360858,57,'move','server','X.2','{"seat":"X","move":"X:K107+B72"}','{"phase":"playing","to_act":["H1","H2"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('CMN6M52A',4,1795070361261,403,'move','1ea918a3500f76ba','e32571a3094bc837','{"seat":"H1","move":"B2:154"}','{"phase":"playing","to_act":["H1","H2"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('CMN6M52A',5,1795070361265,4,'move','1ea918a3500f76ba','c6b7cfb773003d39','{"seat":"H1","move":"D1:T75"}','{"phase":"playing","to_act":["H1","H2"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('FHXM7TBK',1,1795070360869,0,'open','1ea918a3500f76ba',NULL,'{"plan":{"edition":"modern-2013","players":2,"record":"misterx record 1\ngame: chase\nedition: modern-2013\nrules version: 1\nplayers: 2\n\n# start\nD1@94\nD2@50\nB1@26\nB2@155\nX@106\nresult: none\n"},"game":"chase","rules_version":1,"seats":{"X":{"who":"person","guest":"1ea918a3500f76ba","name":"Ada"},"H1":{"who":"open"}}}','{"phase":"lobby","to_act":[],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('FHXM7TBK',2,1795070360882,13,'seat','866d7345840b3844',NULL,'{"seat":"H1","place":{"who":"person","guest":"866d7345840b3844","name":"Bob \u00d8rsted \ud83d\ude95"},"why":"sit"}','{"phase":"lobby","to_act":[],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('FHXM7TBK',3,1795070360997,115,'start','1ea918a3500f76ba',NULL,'{"seats":{"X":{"who":"person","guest":"1ea918a3500f76ba","name":"Ada"},"H1":{"who":"person","guest":"866d7345840b3844","name":"Bob \u00d8rsted \ud83d\ude95"}},"entries":["D1@94","D2@50","B1@26","B2@155","X@106"]}','{"phase":"playing","to_act":["X"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('FHXM7TBK',4,1795070361285,288,'resign','1ea918a3500f76ba','0b5e18948cc1103c','{"seat":"X","winner":"hunters"}','{"phase":"over","to_act":[],"paused":false,"outcome":["hunters","resigned"],"rounds":1}');
INSERT INTO "entries" VALUES('H6GRYPS3',1,1795070361291,0,'open','1ea918a3500f76ba',NULL,'{"plan":{"title":"Friday","edition":"modern-2013","players":4},"game":"chase","rules_version":1,"seats":{"X":{"who":"open"},"H1":{"who":"open"},"H2":{"who":"open"},"H3":{"who":"open"}}}','{"phase":"lobby","to_act":[],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('H6GRYPS3',2,1795070361356,65,'seat','866d7345840b3844',NULL,'{"seat":"X","place":{"who":"person","guest":"866d7345840b3844","name":"Bob \u00d8rsted \ud83d\ude95"},"why":"sit"}','{"phase":"lobby","to_act":[],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('N394D83V',1,1795070360819,0,'open','1ea918a3500f76ba',NULL,'{"plan":{"edition":"cards-2017","players":3,"record":"misterx record 1\ngame: cards\nedition: cards-2017\nrules version: 1\nplayers: 3\n\n# deal\ndeal P2 / 57 63 5 38 74 / 82 32 7 66 73 56 87 34 X 75 18 62 42 2 53 15 44 11 14 21 72 85 47 55 64 16 31 3 1 23 37 33 4 67 36 54 81 26 35 88 58 46 41 27 6 71 25 13 86 61 45 22 52 8 65 76 24 12 43 17 78 77 48 28 83 51 68 84\nresult: none\n"},"game":"cards","rules_version":1,"seats":{"P1":{"who":"person","guest":"1ea918a3500f76ba","name":"Ada"},"P2":{"who":"open"},"P3":{"who":"person","guest":"1ea918a3500f76ba","name":"Ada"}}}','{"phase":"lobby","to_act":[],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('N394D83V',2,1795070360835,16,'seat','866d7345840b3844',NULL,'{"seat":"P2","place":{"who":"person","guest":"866d7345840b3844","name":"Bob \u00d8rsted \ud83d\ude95"},"why":"sit"}','{"phase":"lobby","to_act":[],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('N394D83V',3,1795070360856,21,'start','1ea918a3500f76ba',NULL,'{"seats":{"P1":{"who":"person","guest":"1ea918a3500f76ba","name":"Ada"},"P2":{"who":"person","guest":"866d7345840b3844","name":"Bob \u00d8rsted \ud83d\ude95"},"P3":{"who":"person","guest":"1ea918a3500f76ba","name":"Ada"}},"entries":["deal P2 / 57 63 5 38 74 / 82 32 7 66 73 56 87 34 X 75 18 62 42 2 53 15 44 11 14 21 72 85 47 55 64 16 31 3 1 23 37 33 4 67 36 54 81 26 35 88 58 46 41 27 6 71 25 13 86 61 45 22 52 8 65 76 24 12 43 17 78 77 48 28 83 51 68 84"]}','{"phase":"playing","to_act":["P2"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('N394D83V',4,1795070361126,270,'move','866d7345840b3844','f9a10cd86cbcd986','{"seat":"P2","move":"P2:32>M"}','{"phase":"playing","to_act":["P2"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('N394D83V',5,1795070361130,4,'move','866d7345840b3844','b620528bbc3abb79','{"seat":"P2","move":"P2:?P1"}','{"phase":"playing","to_act":["P3"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('N394D83V',6,1795070361215,85,'move','1ea918a3500f76ba','1189b35d8be50546','{"seat":"P3","move":"P3:53>M"}','{"phase":"playing","to_act":["P3"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('N394D83V',7,1795070361246,31,'move','1ea918a3500f76ba','2bdddeb84f702541','{"seat":"P3","move":"P3:equip"}','{"phase":"playing","to_act":["P1"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('N394D83V',8,1795070361251,5,'move','1ea918a3500f76ba','a84b3a6852c06341','{"seat":"P1","move":"P1:75>R"}','{"phase":"playing","to_act":["P1"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('N394D83V',9,1795070361256,5,'move','1ea918a3500f76ba','040b733e8142b804','{"seat":"P1","move":"P1:?P3 = 7 1"}','{"phase":"playing","to_act":["P2"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('PKKHPFFT',1,1795070360690,0,'open','1ea918a3500f76ba',NULL,'{"plan":{"edition":"modern-2013","players":3,"clock":{"kind":"move","seconds":3600},"record":"misterx record 1\ngame: chase\nedition: modern-2013\nrules version: 1\nplayers: 3\n\n# start\nD1@94\nD2@50\nB1@26\nB2@155\nX@106\nresult: none\n"},"game":"chase","rules_version":1,"seats":{"X":{"who":"person","guest":"1ea918a3500f76ba","name":"Ada"},"H1":{"who":"open"},"H2":{"who":"open"}}}','{"phase":"lobby","to_act":[],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('PKKHPFFT',2,1795070360728,38,'seat','866d7345840b3844',NULL,'{"seat":"H1","place":{"who":"person","guest":"866d7345840b3844","name":"Bob \u00d8rsted \ud83d\ude95"},"why":"sit"}','{"phase":"lobby","to_act":[],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('PKKHPFFT',3,1795070360741,13,'seat','866d7345840b3844',NULL,'{"seat":"H2","place":{"who":"person","guest":"866d7345840b3844","name":"Bob \u00d8rsted \ud83d\ude95"},"why":"sit"}','{"phase":"lobby","to_act":[],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('PKKHPFFT',4,1795070360773,32,'start','1ea918a3500f76ba',NULL,'{"seats":{"X":{"who":"person","guest":"1ea918a3500f76ba","name":"Ada"},"H1":{"who":"person","guest":"866d7345840b3844","name":"Bob \u00d8rsted \ud83d\ude95"},"H2":{"who":"person","guest":"866d7345840b3844","name":"Bob \u00d8rsted \ud83d\ude95"}},"entries":["D1@94","D2@50","B1@26","B2@155","X@106"]}','{"phase":"playing","to_act":["X"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('PKKHPFFT',5,1795070361066,293,'move','1ea918a3500f76ba','29a6ae0d70607b90','{"seat":"X","move":"X:T105"}','{"phase":"playing","to_act":["H1","H2"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('PKKHPFFT',6,1795070361090,24,'move','866d7345840b3844','10dbc1fa8d22656d','{"seat":"H1","move":"D1:T93"}','{"phase":"playing","to_act":["H1","H2"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('PKKHPFFT',7,1795070361104,14,'move','866d7345840b3844','32867cf38cb91727','{"seat":"H1","move":"B1:39"}','{"phase":"playing","to_act":["H1","H2"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('PKKHPFFT',8,1795070361108,4,'move','866d7345840b3844','6dad7b13e91647e6','{"seat":"H1","move":"B2:154"}','{"phase":"playing","to_act":["H2"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('PKKHPFFT',9,1795070361116,8,'move','866d7345840b3844','acf1cd85d800d437','{"seat":"H2","move":"D2:T38"}','{"phase":"playing","to_act":["X"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('PKKHPFFT',10,1795070361122,6,'move','1ea918a3500f76ba','4559608c5f2d0ee4','{"seat":"X","move":"X:T90+K105"}','{"phase":"playing","to_act":["H1","H2"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('PKKHPFFT',11,1795070361269,147,'chat','866d7345840b3844','8ed366c36c4ddcdf','{"seat":"H1","to":null,"text":"Wo ist er? \ud83d\udd75\ufe0f"}','{"phase":"playing","to_act":["H1","H2"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('PKKHPFFT',12,1795070361273,4,'chat','866d7345840b3844','0920bf450612ceac','{"seat":"H1","to":"hunters","text":"At 67, I think"}','{"phase":"playing","to_act":["H1","H2"],"paused":false,"outcome":null}');
INSERT INTO "entries" VALUES('PKKHPFFT',13,1795070361275,2,'mark','866d7345840b3844','5103539148b1acef','{"seat":"H1","stations":[67,79],"sign":"maybe","team":"hunters"}','{"phase":"playing","to_act":["H1","H2"],"paused":false,"outcome":null}');
CREATE TABLE guests (
	id TEXT NOT NULL, 
	token_hash BLOB NOT NULL, 
	name TEXT NOT NULL, 
	created_ms BIGINT NOT NULL, 
	seen_ms BIGINT NOT NULL, 
	CONSTRAINT guests_pkey PRIMARY KEY (id), 
	CONSTRAINT guests_token_hash_key UNIQUE (token_hash)
);
INSERT INTO "guests" VALUES('1ea918a3500f76ba',X'952D5A25AA0A7E3E80CA9E8DD74C3EFF67D7A1CF74780CFBA4C4144C22C6B740','Ada',1795070360551,1795070360641);
INSERT INTO "guests" VALUES('866d7345840b3844',X'FF1A2D64943958B94009EC060EF7475A4AE3DD2A865E27CF66E64A695AC48F20','Bob Ørsted 🚕',1795070360574,1795070360721);
CREATE TABLE links (
	token_hash BLOB NOT NULL, 
	table_id TEXT NOT NULL, 
	seat TEXT NOT NULL, 
	giver TEXT NOT NULL, 
	expires_ms BIGINT NOT NULL, 
	CONSTRAINT links_pkey PRIMARY KEY (token_hash), 
	CONSTRAINT links_table_id_fkey FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "links" VALUES(X'229AA24E5B3424DB8790311806F61D0786B214B294B22192B2D42B8103CC5BE1','PKKHPFFT','H1','866d7345840b3844',1795071261375);
CREATE TABLE members (
	guest_id TEXT NOT NULL, 
	table_id TEXT NOT NULL, 
	CONSTRAINT members_pkey PRIMARY KEY (guest_id, table_id), 
	CONSTRAINT members_table_id_fkey FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "members" VALUES('1ea918a3500f76ba','CMN6M52A');
INSERT INTO "members" VALUES('1ea918a3500f76ba','FHXM7TBK');
INSERT INTO "members" VALUES('866d7345840b3844','FHXM7TBK');
INSERT INTO "members" VALUES('1ea918a3500f76ba','H6GRYPS3');
INSERT INTO "members" VALUES('866d7345840b3844','H6GRYPS3');
INSERT INTO "members" VALUES('1ea918a3500f76ba','N394D83V');
INSERT INTO "members" VALUES('866d7345840b3844','N394D83V');
INSERT INTO "members" VALUES('1ea918a3500f76ba','PKKHPFFT');
INSERT INTO "members" VALUES('866d7345840b3844','PKKHPFFT');
CREATE TABLE outages (
	from_ms BIGINT NOT NULL, 
	to_ms BIGINT NOT NULL, 
	CONSTRAINT outages_pkey PRIMARY KEY (from_ms)
);
CREATE TABLE tables (
	id TEXT NOT NULL, 
	created_ms BIGINT NOT NULL, 
	due_ms BIGINT, 
	CONSTRAINT tables_pkey PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('PKKHPFFT',1795070360690,1795073961122);
INSERT INTO "tables" VALUES('CMN6M52A',1795070360788,1795077560858);
INSERT INTO "tables" VALUES('N394D83V',1795070360819,NULL);
INSERT INTO "tables" VALUES('FHXM7TBK',1795070360869,NULL);
INSERT INTO "tables" VALUES('H6GRYPS3',1795070361291,NULL);
CREATE INDEX tables_due ON tables (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX members_table ON members (table_id);
CREATE INDEX links_table ON links (table_id);
COMMIT;
