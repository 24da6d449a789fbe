"""Settings: four sources, one table."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from misterx.server.problems import Problem
from misterx.server.settings import Settings, read_settings, setting_list, settings_table

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def no_file_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "misterx.server.settings.default_config", lambda: tmp_path / "usual" / "misterx.toml"
    )


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text("port = 1001\nbot_seconds = 0.5\n", encoding="utf-8")
    return file


def test_flags_beat_environment_beats_file_beats_default(config: Path) -> None:
    environment = {"MISTERX_PORT": "1002"}
    assert read_settings({}, {}).port == 8642
    assert read_settings({}, {}, config).port == 1001
    assert read_settings({}, environment, config).port == 1002
    assert read_settings({"port": "1003"}, environment, config).port == 1003
    assert read_settings({"port": None}, {"MISTERX_PORT": ""}, config).port == 1001
    assert read_settings({"port": "1003"}, environment, config).bot_seconds == 0.5


def test_the_file_is_named_by_flag_or_environment_or_stands_in_its_usual_place(
    config: Path, tmp_path: Path
) -> None:
    assert read_settings({}, {"MISTERX_CONFIG": str(config)}).port == 1001
    usual = tmp_path / "usual" / "misterx.toml"
    usual.parent.mkdir()
    usual.write_text("port = 1004", encoding="utf-8")
    assert read_settings({}, {}).port == 1004
    assert read_settings({}, {"MISTERX_CONFIG": str(config)}).port == 1001
    assert read_settings({}, {"MISTERX_CONFIG": str(usual)}, config).port == 1001


def test_every_kind_of_value_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    file = tmp_path / "all.toml"
    file.write_text(
        'database = "games.db"\npublic_url = "https://Games.example.org:443/"\n'
        'trusted_proxies = ["10.0.0.1", "192.168.0.0/16"]\nallowed_hosts = "den.local, Other."\n'
        f"open_browser = false\nboards = {str(tmp_path / 'boards')!r}\n"
        "requests_per_second = 1e-3\ntables_per_hour = 0\nlog_format = 'JSON'\n",
        encoding="utf-8",
    )
    settings = read_settings({}, {}, file)
    assert settings.database == str(Path("games.db").absolute())
    assert settings.public_url == "https://games.example.org"
    assert settings.is_https
    assert settings.trusted_proxies == ("10.0.0.1", "192.168.0.0/16")
    assert settings.allowed_hosts == ("den.local", "other")
    assert settings.open_browser is False
    assert settings.boards == tmp_path / "boards"
    assert settings.requests_per_second == 0.001
    assert settings.log_format == "json"


@pytest.mark.parametrize(
    ("flag", "message"),
    (
        ({"port": "70000"}, "--port must be a whole number from 0 to 65535, not '70000'"),
        ({"port": "eighty"}, "--port must be a whole number"),
        ({"port": "-1"}, "--port must be a whole number"),
        ({"host": ""}, "--host must not be empty"),
        ({"bot_workers": "0"}, "--bot-workers must be a whole number from 1 to 256"),
        ({"bot_seconds": "nan"}, "--bot-seconds must be a number from 0.01 to 600"),
        ({"public_url": "games.example.org"}, "--public-url must look like https://"),
        ({"public_url": "https://games.example.org/our club"}, "has the path '/our club'"),
        ({"public_url": "https://games.example.org/a/../b"}, "has the path '/a/../b'"),
        ({"public_url": "https://games.example.org:x"}, "--public-url must look like"),
        ({"public_url": "ftp://games.example.org"}, "--public-url must look like"),
        ({"trusted_proxies": "10.0.0.1,proxy"}, "--trusted-proxies must be addresses"),
        ({"allowed_hosts": "den.local:80"}, "--allowed-hosts must be host names"),
        ({"open_browser": "perhaps"}, "--no-browser must be true or false"),
        ({"editions": "/nowhere/at/all"}, "--editions must be a folder that is there"),
        ({"metrics": "some"}, "--metrics must be one of local, all, off, not 'some'"),
    ),
)
def test_a_bad_value_is_named_with_its_source(flag: dict[str, str], message: str) -> None:
    with pytest.raises(Problem) as caught:
        read_settings(flag, {})
    assert message in caught.value.message
    ((name, text),) = flag.items()
    if text:
        with pytest.raises(Problem, match=f"^MISTERX_{name.upper()} "):
            read_settings({}, {f"MISTERX_{name.upper()}": text})


def test_the_address_of_a_database_is_never_repeated() -> None:
    with pytest.raises(Problem) as caught:
        read_settings({"database": "mysql://anna:hush@db/games"}, {})
    assert "postgresql://" in caught.value.message
    assert "hush" not in caught.value.message
    assert "hush" not in repr(read_settings({"database": "postgresql://anna:hush@db/games"}, {}))


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    (
        ("prot = 1", "has a key 'prot' that means nothing", "did you mean port?"),
        ("colour = 1", "has a key 'colour' that means nothing", "the keys are host, port"),
        ("port = [1]", "port must be a text, a number", None),
        ("[port]", "port must be a text, a number", None),
        ("port = true", "port must be a whole number from 0 to 65535, not 'true'", None),
        ("port = ", "is no TOML file", None),
    ),
)
def test_a_bad_file_is_named(tmp_path: Path, text: str, message: str, hint: str | None) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Problem) as caught:
        read_settings({}, {}, file)
    assert caught.value.message.startswith(str(file))
    assert message in caught.value.message
    assert (caught.value.hint or "").startswith(hint or "")
    assert (caught.value.hint is None) == (hint is None)


def test_a_file_that_is_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(Problem, match=r"cannot read .*gone\.toml"):
        read_settings({}, {}, tmp_path / "gone.toml")
    (tmp_path / "noise").write_bytes(b"\xff\xfe")
    with pytest.raises(Problem, match="is no TOML file"):
        read_settings({}, {}, tmp_path / "noise")


def test_the_table_is_whole() -> None:
    assert [s.name for s in setting_list()] == [each.name for each in fields(Settings)]
    for setting in setting_list():
        assert setting.meaning.endswith(".")
        assert "|" not in setting.meaning
    assert len({s.flag for s in setting_list()}) == len(fields(Settings))


def test_the_defaults_are_values_that_their_own_parsers_take() -> None:
    settings = Settings()
    for setting in setting_list():
        value = getattr(settings, setting.name)
        if value not in {None, (), ""}:
            given = f"{value:g}" if isinstance(value, float) else str(value)
            assert setting.parse(given) == value


def test_the_documentation_holds_the_table() -> None:
    page = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    assert settings_table() in page, f"paste this into docs/server.md:\n{settings_table()}"


def test_a_user_without_a_home_folder_names_a_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """A container may run a user who is in no list of users."""

    def no_home(*_args: object, **_named: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.undo()  # the usual place of the file is asked for here
    for name in ("user_config_path", "user_data_path"):
        monkeypatch.setattr(f"platformdirs.{name}", no_home)
    assert read_settings({}, {"MISTERX_DATABASE": "games.db"}).database.endswith("games.db")
    with pytest.raises(Problem, match=r"this user has no home folder .*: name a database by"):
        read_settings({}, {})
