//! A desktop for tests of the window: an X server of its own (Xvfb), a window manager (twm), and the program in it,
//! which is driven by xdotool as a user would and watched through its `--trace`.

#![expect(clippy::panic, reason = "tests fail by it")]

use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{ClientMessageEvent, ConnectionExt as _, EventMask};

use super::golden::Picture;
use super::xvfb::Xvfb;

/// How long anything may take before a test gives up: a slow machine is no fault of the program.
const PATIENCE: Duration = Duration::from_secs(60);

/// An X server with a window manager.
pub(crate) struct Desktop {
    manager: Option<Child>,
    server: Xvfb,
    folder: tempfile::TempDir,
}

impl Desktop {
    /// Starts both; the server finds a free display by itself.
    pub(crate) fn new() -> Self {
        let server = Xvfb::start();
        let folder = tempfile::tempdir().unwrap();
        let mut desktop = Self { manager: None, server, folder };
        // Windows are placed without asking, where they want to be.
        let rc = desktop.folder.path().join("twmrc");
        let mut settings = "RandomPlacement\nNoGrabServer\n".to_owned();
        // The one font that is in the server; twm's own choice needs more packages.
        for what in ["Title", "Resize", "Menu", "Icon", "IconManager"] {
            settings.push_str(&format!("{what}Font \"fixed\"\n"));
        }
        std::fs::write(&rc, settings).unwrap();
        let manager = desktop
            .command("twm")
            .arg("-f")
            .arg(&rc)
            .env("LC_ALL", "C")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("scripts/setup.sh --tests installs twm");
        desktop.manager = Some(manager);
        desktop.wait_for_manager();
        desktop
    }

    /// A window that is mapped while the manager starts may never be shown.
    fn wait_for_manager(&mut self) {
        let (connection, screen) = x11rb::connect(Some(self.server.display())).unwrap();
        let root = connection.setup().roots[screen].root;
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            let attributes = connection.get_window_attributes(root).unwrap().reply().unwrap();
            // Only one program may ask for this, and it is the manager.
            if attributes.all_event_masks.contains(EventMask::SUBSTRUCTURE_REDIRECT) {
                return;
            }
            let manager = self.manager.as_mut().unwrap();
            if let Some(status) = manager.try_wait().unwrap() {
                panic!("twm ended with {status}");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("twm does not start");
    }

    /// A command that talks to this desktop.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("DISPLAY", self.server.display()).env_remove("WAYLAND_DISPLAY");
        command
    }

    /// Runs the program with its trace, validated, with folders of its own for what it remembers.
    pub(crate) fn start(&self, arguments: &[&str]) -> Program<'_> {
        self.start_with(arguments, &[])
    }

    /// As [`Self::start`], with environment variables.
    pub(crate) fn start_with(&self, arguments: &[&str], env: &[(&str, &str)]) -> Program<'_> {
        let trace = self.folder.path().join("trace.jsonl");
        let _ = std::fs::remove_file(&trace);
        std::fs::create_dir_all(self.run_folder()).unwrap();
        let stderr = std::fs::File::create(self.folder.path().join("stderr.txt")).unwrap();
        let child = self
            .command(env!("CARGO_BIN_EXE_sinew"))
            .args(arguments)
            .args(["--validation", "--trace"])
            .arg(&trace)
            .env("XDG_CONFIG_HOME", self.folder.path().join("config"))
            .env("XDG_CACHE_HOME", self.folder.path().join("cache"))
            .envs(env.iter().copied())
            .current_dir(self.run_folder())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(stderr)
            .spawn()
            .unwrap();
        let mut program = Program {
            desktop: self,
            child,
            trace,
            read_bytes: 0,
            window: String::new(),
            last: Value::Null,
        };
        program.wait_for("its first frames", |frame| frame["frame"].as_u64() > Some(2));
        program.window = program.find_window();
        program
    }

    /// The desktop's own folder: what programs remember is in `config`.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The folder in which programs run.
    pub(crate) fn run_folder(&self) -> PathBuf {
        self.folder.path().join("run")
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        let output: Output = self
            .command("xdotool")
            .args(arguments)
            .output()
            .expect("scripts/setup.sh --tests installs xdotool");
        assert!(output.status.success(), "xdotool {arguments:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        if let Some(manager) = &mut self.manager {
            let _ = manager.kill();
            let _ = manager.wait();
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_owned()
}

/// The program while it runs on a [`Desktop`].
pub(crate) struct Program<'a> {
    desktop: &'a Desktop,
    child: Child,
    trace: PathBuf,
    read_bytes: u64,
    window: String,
    last: Value,
}

impl Program<'_> {
    fn find_window(&self) -> String {
        let pid = self.child.id().to_string();
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            // It fails while there is none, and while windows come and go under it.
            let output = self
                .desktop
                .command("xdotool")
                .args(["search", "--onlyvisible", "--pid", &pid])
                .output()
                .expect("scripts/setup.sh --tests installs xdotool");
            if let Some(window) = text(&output.stdout).lines().next_back() {
                return window.to_owned();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("no window of process {pid}")
    }

    /// Reads the trace until a frame is as wanted, and gives that one.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, what: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            for frame in self.new_frames() {
                self.last = frame;
                if is_wanted(&self.last) {
                    return self.last.clone();
                }
            }
            if let Some(status) = self.child.try_wait().unwrap() {
                panic!("waiting for {what}: it ended with {status}: {}", self.stderr());
            }
            assert!(
                start.elapsed() < PATIENCE,
                "waited in vain for {what}; the last frame was {:#}; {}",
                self.last,
                self.stderr()
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The frames that were added to the trace; a line that is still being written waits for the next time.
    fn new_frames(&mut self) -> Vec<Value> {
        let Ok(mut file) = std::fs::File::open(&self.trace) else { return Vec::new() };
        file.seek(SeekFrom::Start(self.read_bytes)).unwrap();
        let mut added = String::new();
        file.read_to_string(&mut added).unwrap();
        let whole = added.rfind('\n').map_or(0, |end| end + 1);
        self.read_bytes += whole as u64;
        added[..whole].lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// A frame from now.
    #[track_caller]
    pub(crate) fn next_frame(&mut self) -> Value {
        self.new_frames();
        self.wait_for("a frame", |_| true)
    }

    /// All frames from now until one is as wanted, that one included.
    #[track_caller]
    pub(crate) fn frames_until(
        &mut self,
        what: &str,
        is_wanted: impl Fn(&Value) -> bool,
    ) -> Vec<Value> {
        let mut frames = Vec::new();
        loop {
            let frame = self.wait_for(what, |_| true);
            let is_last = is_wanted(&frame);
            frames.push(frame);
            if is_last {
                return frames;
            }
        }
    }

    /// Middle of something that can be clicked, in pixels of the window.
    #[track_caller]
    pub(crate) fn place_of(&mut self, item: &str) -> [f64; 2] {
        let frame = self.wait_for(item, |frame| frame["items"].get(item).is_some());
        let rect: Vec<f64> = frame["items"][item]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it.as_f64().unwrap())
            .collect();
        [rect[0] + rect[2] * 0.5, rect[1] + rect[3] * 0.5]
    }

    /// Moves the pointer to something that can be clicked.
    #[track_caller]
    pub(crate) fn point_at(&mut self, item: &str) {
        let [x, y] = self.place_of(item).map(|it| it.round().to_string());
        self.desktop.xdotool(&["mousemove", "--window", &self.window, &x, &y]);
        // ImGui knows what is under the pointer a frame later.
        self.next_frame();
        self.next_frame();
    }

    /// Clicks something as a user does: a press takes some frames.
    #[track_caller]
    pub(crate) fn click(&mut self, item: &str) {
        self.point_at(item);
        self.mouse("mousedown", 1);
        self.next_frame();
        self.next_frame();
        self.mouse("mouseup", 1);
        self.next_frame();
    }

    /// `mousedown`, `mouseup` or `click` of a button.
    pub(crate) fn mouse(&self, what: &str, button: u8) {
        self.desktop.xdotool(&[what, &button.to_string()]);
    }

    /// Moves the pointer to a place in the window.
    pub(crate) fn move_pointer(&self, [x, y]: [i32; 2]) {
        self.desktop.xdotool(&[
            "mousemove",
            "--window",
            &self.window,
            &x.to_string(),
            &y.to_string(),
        ]);
    }

    /// Gives the window the keyboard, as a click on it would.
    pub(crate) fn focus(&mut self) {
        // twm hands the keyboard to what is under the pointer.
        self.move_pointer([500, 400]);
        self.desktop.xdotool(&["windowfocus", "--sync", &self.window]);
        // Keys that come before the program has heard of the focus are nobody's.
        self.next_frame();
        self.next_frame();
    }

    /// Presses keys by their names in X: `space`, `ctrl+a`.
    pub(crate) fn press(&mut self, keys: &[&str]) {
        for key in keys {
            self.desktop.xdotool(&["keydown", key]);
            self.next_frame();
            self.desktop.xdotool(&["keyup", key]);
            self.next_frame();
        }
    }

    /// Types text.
    pub(crate) fn type_text(&mut self, text: &str) {
        self.desktop.xdotool(&["type", "--delay", "60", "--", text]);
        self.next_frame();
    }

    /// Any xdotool command on the window, its id put in place of `WINDOW`.
    pub(crate) fn xdotool(&self, arguments: &[&str]) -> String {
        let arguments: Vec<&str> = arguments
            .iter()
            .map(|it| if *it == "WINDOW" { self.window.as_str() } else { it })
            .collect();
        self.desktop.xdotool(&arguments)
    }

    /// What the window shows.
    pub(crate) fn screenshot(&self, name: &str) -> Picture {
        let path = self.desktop.folder.path().join(format!("{name}.png"));
        let output =
            self.desktop.command("import").args(["-window", &self.window]).arg(&path).output();
        let output = output.expect("scripts/setup.sh --tests installs ImageMagick");
        assert!(output.status.success(), "import: {}", text(&output.stderr));
        Picture::read(&path)
    }

    /// Asks the window to close, as the button in its frame does.
    pub(crate) fn ask_to_close(&self) {
        let (connection, _) = x11rb::connect(Some(self.desktop.server.display())).unwrap();
        let atom = |name: &[u8]| connection.intern_atom(false, name).unwrap().reply().unwrap().atom;
        let window: u32 = self.window.parse().unwrap();
        let data = [atom(b"WM_DELETE_WINDOW"), x11rb::CURRENT_TIME, 0, 0, 0];
        let message = ClientMessageEvent::new(32, window, atom(b"WM_PROTOCOLS"), data);
        connection.send_event(false, window, EventMask::NO_EVENT, message).unwrap();
        // An answer to a later request says that the server has dealt with this one.
        connection.get_input_focus().unwrap().reply().unwrap();
    }

    /// Waits for the end and checks that it was a good one: exit code 0, and a silent validation layer.
    #[track_caller]
    pub(crate) fn assert_good_end(mut self) -> String {
        let status = self.wait();
        let stderr = self.stderr();
        assert!(status == Some(0), "it ended with {status:?}: {stderr}");
        assert!(!stderr.contains("validation:"), "{stderr}");
        let frames = self.new_frames();
        let last = frames.last().unwrap_or(&self.last);
        assert_eq!(last["validation_message_count"], 0, "{stderr}");
        let mut stdout = String::new();
        self.child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
        stdout
    }

    /// Closes the window and checks the end.
    #[track_caller]
    pub(crate) fn close(self) -> String {
        self.ask_to_close();
        self.assert_good_end()
    }

    fn wait(&mut self) -> Option<i32> {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(start.elapsed() < PATIENCE, "it does not end: {}", self.stderr());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// What it said so far.
    pub(crate) fn stderr(&self) -> String {
        std::fs::read_to_string(self.desktop.folder.path().join("stderr.txt")).unwrap_or_default()
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
